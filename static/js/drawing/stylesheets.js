// What a place wears beside the stylesheet of all: those of its own, and the colour of the phone's own bar. They come
// with the drawings, and lie ready: a place is never seen without them.
const AWAY = "not all"; // asked for, and not in force
const AGAIN = 2000; // ms until what could not be had is asked for once more

export function makeDress({ head }) {
  const known = new Map(); // the links by their address, of all places

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
    // The colour of the phone's own bar.
    colour(elements) {
      for (const meta of head.querySelectorAll("meta[name=theme-color]")) meta.remove();
      head.append(...elements.filter((one) => one.matches("meta")));
    },
  };
}
