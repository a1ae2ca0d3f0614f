// Fills a template of the server (companion/web/words/blanks.py) with a view model. Between two marks, `seat` is a
// value, `seat:words` the same in words, `is_down? down` and `mark=is_out? out` are conditional parts of an attribute,
// and `data-if-hidden="is_out?"` is a conditional attribute. A nested `<template>` is a condition, a loop, a plural
// form, or a fragment that is shared.
import { fillLater, isApart } from "./islands.js";
import { timeWords } from "../browser/clock.js";
import { hyphenated, lineStep, nameStep } from "./names.js";

const plurals = new Intl.PluralRules(document.documentElement.lang || "en");
const lists = new Intl.ListFormat(document.documentElement.lang || "en");
const BLANK = /\ue000([\w.]+)(?::(\w+)|(=\w+)?\?([^\ue001]*))?\ue001/g;

const SOMETIMES = "data-if-";
const graphemes = new Intl.Segmenter(undefined, { granularity: "grapheme" });

const BUILT_IN = {
  figure: (number) => String(number).replace("-", "−"),
  in_units: String,
  signed: (number) => (number > 0 ? `+${number}` : BUILT_IN.figure(number)),
  figures: (numbers) => lists.format(numbers.map(BUILT_IN.figure)),
  or_dash: (number) => (number === null ? "–" : BUILT_IN.figure(number)),
  initial: (name) => graphemes.segment(name.trim()).containing(0)?.segment.toUpperCase() ?? "",
  name_step: nameStep,
  line_step: lineStep,
  hyphenated,
  minute_words: (minutes) => timeWords(minutes * 60_000, { day: "numeric", month: "long", year: "numeric" }),
  time_words: (at) => timeWords(at),
};

const ENTITIES = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };
const escaped = (text) => String(text).replace(/[&<>"]/g, (one) => ENTITIES[one]);
const at = (model, path) =>
  path.includes(".") ? path.split(".").reduce((found, name) => found?.[name], model) : model[path];
const under = (model, part) => Object.assign(Object.create(model), part);
const isThere = (value) => ![null, undefined, false, ""].includes(value) && !(Array.isArray(value) && !value.length);
const isOneOf = (value, words) => words.split(" ").includes(String(value));

// Whether a value is one of these; without a list, whether there is a value.
const holdsFor = (words) => (words === undefined ? isThere : (value) => isOneOf(value, words));

const attributesOf = (node) =>
  Object.fromEntries([...node.attributes].map(({ name, value }) => [name.replace("data-", ""), value]));

// `page` has the templates by name and the shared fragments; `words` formats what only this phone knows, such as
// colours. Each template is compiled once; parts without placeholders are copied.
export function makeDrawer(page, words = {}) {
  const said = { ...BUILT_IN, ...words };
  const kept = new Map();
  const ways = new Map(); // the compiled templates: functions from a view model to HTML
  let apart = new Map(); // the islands of the current drawing
  for (const template of page.querySelectorAll("template[data-of]")) {
    kept.set(`${template.dataset.of} ${template.dataset.key}`, template);
  }
  const find = (name, value) => kept.get(`${name} ${value}`);

  function inWords(model, path, name) {
    const value = at(model, path);
    return name in said ? said[name](value) : (find(name, value)?.content.textContent ?? value);
  }

  // HTML split at its placeholders: literal parts, and for each placeholder a function from a view model to HTML.
  function withBlanks(html) {
    const pieces = [];
    let end = 0;
    for (const found of html.matchAll(BLANK)) {
      pieces.push(html.slice(end, found.index), blank(...found.slice(1)));
      end = found.index + found[0].length;
    }
    return [...pieces, html.slice(end)];
  }

  function blank(path, name, is, sometimes) {
    if (sometimes !== undefined) return onlyWhere(path, is?.slice(1), sometimes);
    return (model) => {
      const value = name ? inWords(model, path, name) : at(model, path);
      return typeof value === "number" ? BUILT_IN.figure(value) : escaped(value ?? "");
    };
  }

  // HTML shown if the value is one of these words, or exists at all.
  function onlyWhere(path, words, html) {
    const holds = holdsFor(words);
    return (model) => (holds(at(model, path)) ? html : "");
  }

  function piecesOf(node) {
    if (node.nodeType === Node.TEXT_NODE) return withBlanks(escaped(node.data));
    if (node.nodeType !== Node.ELEMENT_NODE) return [];
    return node.localName === "template" ? [branch(node)] : element(node);
  }

  function element(node) {
    const shell = node.cloneNode(false);
    const sometimes = [...node.attributes].filter(({ name }) => name.startsWith(SOMETIMES));
    for (const { name } of sometimes) shell.removeAttribute(name);
    const [start, end = ""] = shell.outerHTML.split(/(?=<\/[^<>]*>$)/);
    const inside = isApart(node) ? [forItself(node)] : insideOf(node);
    return [...withBlanks(start.slice(0, -1)), ...sometimes.map(sometimesHad), ">", ...inside, end];
  }

  // A conditional attribute.
  function sometimesHad({ name, value }) {
    const [path, words, said] = value.match(/^([\w.]+)(?:=([^?]*))?\?(.*)$/).slice(1);
    return onlyWhere(path, words, ` ${name.slice(SOMETIMES.length)}="${escaped(said)}"`);
  }

  function forItself(node) {
    const [id, inside] = [joined(withBlanks(node.id)), joined(insideOf(node))];
    return (model) => {
      apart.set(id(model), inside(model));
      return "";
    };
  }

  const insideOf = ({ content, childNodes }) => [...(content?.childNodes ?? childNodes)].flatMap(piecesOf);

  // A nested template. In the HTML it is only an element with this name.
  function branch(node) {
    const { each, list, drawn, by, with: part, plural, is } = attributesOf(node);
    const inside = way(node);
    if (each)
      return (model) =>
        at(model, each)
          .map((one) => inside(under(model, one)))
          .join("");
    if (list)
      return (model) =>
        lists
          .formatToParts(at(model, list))
          .map((part) => named(inside, model, part))
          .join("");
    if (drawn) return (model) => way(find(drawn, at(model, by)))(part ? under(model, at(model, part)) : model);
    if (plural) return (model) => (plurals.select(at(model, plural)) === is ? inside(model) : "");
    const isSo = condition(node);
    return (model) => (isSo(model) ? inside(model) : "");
  }

  // A name in a list, or the separator between two.
  const named = (inside, model, { type, value }) =>
    type === "element" ? inside(under(model, { name: value })) : escaped(value);

  function condition(node) {
    const { if: path, is, not } = attributesOf(node);
    const holds = holdsFor(is);
    return (model) => holds(at(model, path)) === (not === undefined);
  }

  function way(node) {
    if (!node) return () => "";
    if (!ways.has(node)) ways.set(node, joined(insideOf(node)));
    return ways.get(node);
  }

  // The place as text, and its regions parsed from that.
  function regions(place, model) {
    apart = new Map();
    const [html, insides] = [way(page.getElementById(`draw-${place}`))(model), apart];
    const made = () => elementsOf(html).map((part) => fillLater(part, insides));
    return { text: [html, ...insides.values()].join("\n"), made };
  }

  const inPlainText = (html) => (/[&<]/.test(html) ? parsed(html).textContent : html);

  return {
    // The place of this name for this view model: { title, body, head, text, parts }: the class of the page, its text,
    // and its regions, which are parsed lazily.
    draw(place, model) {
      const { body } = page.getElementById(`draw-${place}`).dataset;
      const { text, made } = regions(place, model);
      return {
        title: inPlainText(way(find("title", place))(model)),
        body: inPlainText(joined(withBlanks(escaped(body)))(model)),
        head: () => elementsOf(way(find("head", place))(model)),
        text,
        parts: made,
      };
    },
    // A message, by its name.
    said: (name, model) => [...parsed(way(find("said", name))(model)).childNodes],
  };
}

// Concatenates compiled pieces.
function joined(pieces) {
  const parts = [];
  for (const piece of pieces) {
    if (typeof piece === "string" && typeof parts.at(-1) === "string") parts.push(parts.pop() + piece);
    else parts.push(piece);
  }
  return (model) => parts.map((part) => (typeof part === "string" ? part : part(model))).join("");
}

function parsed(html) {
  const holder = document.createElement("template");
  holder.innerHTML = html;
  return holder.content;
}

const elementsOf = (html) => [...parsed(html).children];
