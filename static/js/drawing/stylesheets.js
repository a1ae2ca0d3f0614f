// The stylesheets of each place, and its theme colour. They are preloaded with the templates, so that no place is ever
// displayed unstyled.
const AWAY = "not all"; // the media query of a preloaded stylesheet that is not applied
const AGAIN = 2000; // ms until a failed stylesheet is requested again

export function makeDress({ head }) {
  const known = new Map(); // the link elements of all places, by address

  const linksIn = (elements) => elements.filter((one) => one.matches("link"));

  function linkOf({ attributes: { href } }) {
    if (!known.has(href.value))
      known.set(href.value, head.querySelector(`link[rel=stylesheet][href="${href.value}"]`) ?? fetched(href.value));
    return known.get(href.value);
  }

  function fetched(href) {
    const link = Object.assign(document.createElement("link"), { rel: "stylesheet", href, media: AWAY });
    link.onerror = () => {
      link.remove();
      setTimeout(() => known.delete(href), AGAIN);
    };
    head.append(link);
    return link;
  }

  const isWorn = ({ media }) => media !== AWAY;

  return {
    prepare: (elements) => linksIn(elements).forEach(linkOf),
    isReady: (elements) => linksIn(elements).every((one) => linkOf(one).sheet),
    wear(elements) {
      const worn = new Set(linksIn(elements).map(linkOf));
      for (const link of known.values())
        if (worn.has(link) !== isWorn(link)) link.media = worn.has(link) ? "all" : AWAY;
    },
    // The theme colour of the browser.
    colour(elements) {
      for (const meta of head.querySelectorAll("meta[name=theme-color]")) meta.remove();
      head.append(...elements.filter((one) => one.matches("meta")));
    },
  };
}
