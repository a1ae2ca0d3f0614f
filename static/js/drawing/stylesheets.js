// The stylesheets of each place, and its theme colour. They are preloaded with the templates, so that no place is ever
// displayed unstyled.
const AWAY = "not all"; // the media query of a preloaded stylesheet that is not applied
const AGAIN = 2000; // ms until a failed stylesheet is requested again

/** @param {Document} document */
export function makeDress({ head }) {
  /** @type {Map<string, HTMLLinkElement>} */ const known = new Map(); // the link elements of all places, by address

  /** @param {Element[]} elements */
  const linksIn = (elements) => elements.filter((one) => one.matches("link"));

  /** @param {Element} link */
  function linkOf(link) {
    const href = link.getAttribute("href") ?? "";
    if (!known.has(href)) known.set(href, head.querySelector(`link[rel=stylesheet][href="${href}"]`) ?? fetched(href));
    return /** @type {HTMLLinkElement} */ (known.get(href));
  }

  /** @param {string} href */
  function fetched(href) {
    const link = Object.assign(document.createElement("link"), { rel: "stylesheet", href, media: AWAY });
    link.onerror = () => {
      link.remove();
      setTimeout(() => known.delete(href), AGAIN);
    };
    head.append(link);
    return link;
  }

  /** @param {HTMLLinkElement} link */
  const isWorn = ({ media }) => media !== AWAY;

  return {
    prepare: (/** @type {Element[]} */ elements) => linksIn(elements).forEach(linkOf),
    isReady: (/** @type {Element[]} */ elements) => linksIn(elements).every((one) => linkOf(one).sheet),
    wear(/** @type {Element[]} */ elements) {
      const worn = new Set(linksIn(elements).map(linkOf));
      for (const link of known.values())
        if (worn.has(link) !== isWorn(link)) link.media = worn.has(link) ? "all" : AWAY;
    },
    // The theme colour of the browser.
    colour(/** @type {Element[]} */ elements) {
      for (const meta of head.querySelectorAll("meta[name=theme-color]")) meta.remove();
      head.append(...elements.filter((one) => one.matches("meta")));
    },
  };
}
