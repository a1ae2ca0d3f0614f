// Fills a template of the server (web/words/blanks.py) with a view model. Between two marks, `seat` is a
// value, `seat:words` the same in words, `is_down? down` and `mark=is_out? out` are conditional parts of an attribute,
// and `data-if-hidden="is_out?"` is a conditional attribute. A nested `<template>` is a condition, a loop, a plural
// form, or a fragment that is shared.
import { timeWords } from "../browser/clock.js";
import { figure, hyphenated, lineStep, nameStep, orDash, signed } from "./figures.js";
import { fillLater, isApart } from "./islands.js";

const plurals = new Intl.PluralRules(document.documentElement.lang || "en");
// Like `with_form_of` on the server: the form for 1 may omit the number, not −1.
const formOf = (/** @type {number} */ number) => plurals.select(number < 0 ? 100 - number : number);
const lists = new Intl.ListFormat(document.documentElement.lang || "en");
const BLANK = /\ue000([\w.]+)(?::(\w+)|(=\w+)?\?([^\ue001]*))?\ue001/g;

const SOMETIMES = "data-if-";
const graphemes = new Intl.Segmenter(undefined, { granularity: "grapheme" });

const BUILT_IN = {
  figure,
  in_units: String,
  signed,
  figures: (/** @type {number[]} */ numbers) => lists.format(numbers.map(figure)),
  or_dash: orDash,
  initial: (/** @type {string} */ name) => graphemes.segment(name.trim()).containing(0)?.segment.toUpperCase() ?? "",
  name_step: nameStep,
  line_step: lineStep,
  hyphenated,
  minute_words: (/** @type {number} */ minutes) =>
    timeWords(minutes * 60_000, { day: "numeric", month: "long", year: "numeric" }),
  time_words: (/** @type {number} */ at) => timeWords(at),
};

/** @type {Record<string, string>} */
const ENTITIES = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };
/** @param {unknown} text */
const escaped = (text) => String(text).replace(/[&<>"]/g, (character) => ENTITIES[character]);
/** @type {(part: unknown, name: string) => unknown} */
const within = (part, name) => /** @type {Record<string, unknown> | null | undefined} */ (part)?.[name];
/** @param {object} model @param {string} path */
const at = (model, path) => (path.includes(".") ? path.split(".").reduce(within, model) : within(model, path));
/** @param {object} model @param {object} part @returns {object} */
const under = (model, part) => Object.assign(Object.create(model), part);
/** @type {unknown[]} */
const NOTHING = [null, undefined, false, ""];
/** @param {unknown} value */
const isThere = (value) => !NOTHING.includes(value) && !(Array.isArray(value) && !value.length);
/** @param {unknown} value @param {string} words */
const isOneOf = (value, words) => words.split(" ").includes(String(value));

// Whether a value is one of these; without a list, whether there is a value.
/** @param {string} [words] @returns {(value: unknown) => boolean} */
const holdsFor = (words) => (words === undefined ? isThere : (value) => isOneOf(value, words));

/** @param {Element} node @returns {Record<string, string>} */
const attributesOf = (node) =>
  Object.fromEntries([...node.attributes].map(({ name, value }) => [name.replace("data-", ""), value]));

// `page` has the templates by name and the shared fragments; `words` formats what only this phone knows, such as
// colours. Each template is compiled once; parts without placeholders are copied.
/** @param {Document | DocumentFragment} page @param {Record<string, Wording>} words */
export function makeDrawer(page, words = {}) {
  /** @type {Record<string, Wording>} */ const formats = { ...BUILT_IN, ...words };
  /** @type {Map<string, HTMLTemplateElement>} */ const named = new Map();
  /** @type {Map<Node, Render>} */ const compiled = new Map(); // each node, compiled
  /** @type {Map<string, string>} */ let apart = new Map(); // the islands of the current drawing
  /** @type {NodeListOf<HTMLTemplateElement>} */ const templates = page.querySelectorAll("template[data-of]");
  for (const template of templates) {
    named.set(`${template.dataset.of} ${template.dataset.key}`, template);
  }
  /** @param {string} name @param {unknown} value */
  const find = (name, value) => named.get(`${name} ${value}`);

  /** @param {object} model @param {string} path @param {string} name */
  function inWords(model, path, name) {
    const value = at(model, path);
    return name in formats
      ? formats[name](/** @type {never} */ (value))
      : (find(name, value)?.content.textContent ?? value);
  }

  // HTML split at its placeholders: literal parts, and for each placeholder a function from a view model to HTML.
  /** @param {string} html @returns {Piece[]} */
  function withBlanks(html) {
    /** @type {Piece[]} */ const pieces = [];
    let end = 0;
    for (const match of html.matchAll(BLANK)) {
      pieces.push(html.slice(end, match.index), blank(match));
      end = match.index + match[0].length;
    }
    return [...pieces, html.slice(end)];
  }

  /** @param {string[]} match @returns {Render} */
  function blank([, path, name, is, sometimes]) {
    if (sometimes !== undefined) return onlyWhere(path, is?.slice(1), sometimes);
    return (model) => {
      const value = name ? inWords(model, path, name) : at(model, path);
      return typeof value === "number" ? figure(value) : escaped(value ?? "");
    };
  }

  // HTML shown if the value is one of these words, or exists at all.
  /** @param {string} path @param {string | undefined} words @param {string} html @returns {Render} */
  function onlyWhere(path, words, html) {
    const holds = holdsFor(words);
    return (model) => (holds(at(model, path)) ? html : "");
  }

  /** @param {Node} node @returns {Piece[]} */
  function piecesOf(node) {
    if (node instanceof Text) return withBlanks(escaped(node.data));
    if (!(node instanceof Element)) return [];
    return node.localName === "template" ? [branch(node)] : element(node);
  }

  /** @param {Element} node @returns {Piece[]} */
  function element(node) {
    const shell = /** @type {Element} */ (node.cloneNode(false));
    const sometimes = [...node.attributes].filter(({ name }) => name.startsWith(SOMETIMES));
    for (const { name } of sometimes) shell.removeAttribute(name);
    const [start, end = ""] = shell.outerHTML.split(/(?=<\/[^<>]*>$)/);
    const inside = isApart(node) ? [forItself(node)] : insideOf(node);
    return [...withBlanks(start.slice(0, -1)), ...sometimes.map(sometimesHad), ">", ...inside, end];
  }

  // A conditional attribute.
  /** @param {Attr} attribute */
  function sometimesHad({ name, value }) {
    const [, path, words, text] = /** @type {string[]} */ (value.match(/^([\w.]+)(?:=([^?]*))?\?(.*)$/));
    return onlyWhere(path, words, ` ${name.slice(SOMETIMES.length)}="${escaped(text)}"`);
  }

  /** @param {Element} node @returns {Render} */
  function forItself(node) {
    const [id, inside] = [joined(withBlanks(node.id)), joined(insideOf(node))];
    return (model) => {
      apart.set(id(model), inside(model));
      return "";
    };
  }

  /** @param {Node & { content?: Node }} node */
  const insideOf = ({ content, childNodes }) => [...(content?.childNodes ?? childNodes)].flatMap(piecesOf);

  // A nested template. In the HTML it is only an element with this name.
  /** @param {Element} node @returns {Render} */
  function branch(node) {
    const { each, list, drawn, by, with: part, plural, is } = attributesOf(node);
    const inside = renderOf(node);
    if (each)
      return (model) => /** @type {object[]} */ (at(model, each)).map((item) => inside(under(model, item))).join("");
    if (list) {
      /** @param {object} model */
      const parts = (model) => lists.formatToParts(/** @type {string[]} */ (at(model, list)));
      return (model) =>
        parts(model)
          .map((part) => listPart(inside, model, part))
          .join("");
    }
    if (drawn)
      return (model) => renderOf(find(drawn, at(model, by)))(part ? under(model, Object(at(model, part))) : model);
    if (plural) return (model) => (formOf(Number(at(model, plural))) === is ? inside(model) : "");
    const isSo = condition(node);
    return (model) => (isSo(model) ? inside(model) : "");
  }

  // A name in a list, or the separator between two.
  /** @param {Render} inside @param {object} model @param {{ type: string, value: string }} part */
  const listPart = (inside, model, { type, value }) =>
    type === "element" ? inside(under(model, { name: value })) : escaped(value);

  /** @param {Element} node @returns {(model: object) => boolean} */
  function condition(node) {
    const { if: path, is, not } = attributesOf(node);
    const holds = holdsFor(is);
    return (model) => holds(at(model, path)) === (not === undefined);
  }

  /** @param {Node | null | undefined} node @returns {Render} */
  function renderOf(node) {
    if (!node) return () => "";
    if (!compiled.has(node)) compiled.set(node, joined(insideOf(node)));
    return /** @type {Render} */ (compiled.get(node));
  }

  // The place as text, and its regions parsed from that.
  /** @param {string} place @param {object} model */
  function regions(place, model) {
    apart = new Map();
    const [html, insides] = [renderOf(page.getElementById(`draw-${place}`))(model), apart];
    const made = () => elementsOf(html).map((part) => fillLater(part, insides));
    return { text: [html, ...insides.values()].join("\n"), made };
  }

  /** @param {string} html */
  const inPlainText = (html) => (/[&<]/.test(html) ? parsed(html).textContent : html);

  return {
    // The place of this name for this view model: { title, body, head, text, parts }: the class of the page, its text,
    // and its regions, which are parsed lazily.
    draw(/** @type {string} */ place, /** @type {object} */ model) {
      const { body } = /** @type {HTMLElement} */ (page.getElementById(`draw-${place}`)).dataset;
      const { text, made } = regions(place, model);
      return {
        title: inPlainText(renderOf(find("title", place))(model)),
        body: inPlainText(joined(withBlanks(escaped(body)))(model)),
        head: () => elementsOf(renderOf(find("head", place))(model)),
        text,
        parts: made,
      };
    },
    // A message, by its name.
    /** @param {string} name @param {object} model */
    said: (name, model) => [...parsed(renderOf(find("said", name))(model)).childNodes],
  };
}

// Concatenates compiled pieces.
/** @param {Piece[]} pieces @returns {Render} */
function joined(pieces) {
  /** @type {Piece[]} */ const parts = [];
  for (const piece of pieces) {
    if (typeof piece === "string" && typeof parts.at(-1) === "string") parts.push(parts.pop() + piece);
    else parts.push(piece);
  }
  return (model) => parts.map((part) => (typeof part === "string" ? part : part(model))).join("");
}

/** @param {string} html */
function parsed(html) {
  const holder = document.createElement("template");
  holder.innerHTML = html;
  return holder.content;
}

/** @param {string} html */
const elementsOf = (html) => [...parsed(html).children];
