// Fills in what the server has drawn with blanks (companion/web/words/blanks.py) from a view model. Between two marks `seat` is a figure,
// `seat:words` the same in words, `is_down? down` and `mark=is_out? out` what an attribute has only sometimes, `data-if-hidden="is_out?"` an
// attribute that is there only sometimes. A `<template>` in it stands for
// what is there under a condition, for each of several, in a plural form, or drawn once for all.
import { hyphenated, nameStep } from "./names.js";

const plurals = new Intl.PluralRules(document.documentElement.lang || "en");
const lists = new Intl.ListFormat(document.documentElement.lang || "en");
const MARK = "\ue000";
const BLANK = /\ue000([\w.]+)(?::(\w+)|(=\w+)?\?([^\ue001]*))?\ue001/g;

const SOMETIMES = "data-if-";

const BUILT_IN = {
  figure: (number) => String(number).replace("-", "−"),
  in_units: String,
  signed: (number) => (number > 0 ? `+${number}` : BUILT_IN.figure(number)),
  figures: (numbers) => numbers.map(BUILT_IN.figure).join(", "),
  or_dash: (number) => (number === null ? "–" : BUILT_IN.figure(number)),
  initial: (name) => [...new Intl.Segmenter(undefined, { granularity: "grapheme" }).segment(name.trim())][0]?.segment.toUpperCase() ?? "",
  name_step: nameStep,
  hyphenated,
};

const at = (model, path) => path.split(".").reduce((found, name) => found?.[name], model);
const under = (model, part) => Object.assign(Object.create(model), part);
const isThere = (value) => ![null, undefined, false, ""].includes(value) && !(Array.isArray(value) && !value.length);
const isOneOf = (value, words) => words.split(" ").includes(String(value));

const attributesOf = (node) =>
  Object.fromEntries([...node.attributes].map(({ name, value }) => [name.replace("data-", ""), value]));

// `page` holds the templates by name and what is drawn once for all; `words` says what only this phone knows, such as colours.
// A template is read once: what has no blank in it is copied as it is.
export function makeDrawer(page, words = {}) {
  const said = { ...BUILT_IN, ...words };
  const kept = new Map();
  const ways = new Map(); // from a template to how it is drawn
  for (const template of page.querySelectorAll("template[data-of]")) {
    kept.set(`${template.dataset.of} ${template.dataset.key}`, template);
  }
  const find = (name, value) => kept.get(`${name} ${value}`);

  function inWords(model, path, name) {
    const value = at(model, path);
    return name in said ? said[name](value) : (find(name, value)?.content.textContent ?? value);
  }

  function blank(model, path, name, is, sometimes) {
    if (sometimes !== undefined) return (is ? isOneOf(at(model, path), is.slice(1)) : isThere(at(model, path))) ? sometimes : "";
    const value = name ? inWords(model, path, name) : at(model, path);
    return typeof value === "number" ? BUILT_IN.figure(value) : (value ?? "");
  }

  const text = (model, blanks) => blanks.replace(BLANK, (_, ...parts) => blank(model, ...parts));

  // How a node is drawn: a function from a view model to nodes; null where it is always the same.
  function wayOf(node) {
    if (node.nodeType === Node.TEXT_NODE) return node.data.includes(MARK) ? (model) => [page.createTextNode(text(model, node.data))] : null;
    if (node.nodeType !== Node.ELEMENT_NODE) return null;
    return node.localName === "template" ? branch(node) : element(node);
  }

  function element(node) {
    const blanks = [...node.attributes].filter(({ value }) => value.includes(MARK));
    const sometimes = [...node.attributes].filter(({ name }) => name.startsWith(SOMETIMES));
    const inside = insideOf(node);
    if (!blanks.length && !sometimes.length && !inside) return null;
    const empty = node.cloneNode(!inside);
    for (const { name } of sometimes) empty.removeAttribute(name);
    const had = sometimes.map(sometimesHad);
    return (model) => {
      const copy = empty.cloneNode(true);
      for (const { name, value } of blanks) copy.setAttribute(name, text(model, value));
      for (const has of had) has(copy, model);
      if (inside) copy.append(...inside(model));
      return [copy];
    };
  }

  // An attribute that is there under a condition.
  function sometimesHad({ name, value }) {
    const [path, words, said] = value.match(/^([\w.]+)(?:=([^?]*))?\?(.*)$/).slice(1);
    const holds = words === undefined ? isThere : (found) => isOneOf(found, words);
    return (copy, model) => holds(at(model, path)) && copy.setAttribute(name.slice(SOMETIMES.length), said);
  }

  // What stands in it, drawn; null where that is always the same.
  function insideOf({ content, childNodes }) {
    const nodes = [...(content?.childNodes ?? childNodes)];
    const drawing = nodes.map(wayOf);
    if (drawing.every((way) => !way)) return null;
    return (model) => nodes.flatMap((node, n) => drawing[n]?.(model) ?? [node.cloneNode(true)]);
  }

  // What a template within a template stands for. In a drawing it is no more than an element by this name.
  function branch(node) {
    const { each, list, drawn, by, with: part, plural, is } = attributesOf(node);
    const inside = way(node);
    if (each) return (model) => at(model, each).flatMap((one) => inside(under(model, one)));
    if (list) return (model) => lists.formatToParts(at(model, list)).flatMap((part) => named(inside, model, part));
    if (drawn) return (model) => way(find(drawn, at(model, by)))(part ? under(model, at(model, part)) : model);
    if (plural) return (model) => (plurals.select(at(model, plural)) === is ? inside(model) : []);
    const isSo = condition(node);
    return (model) => (isSo(model) ? inside(model) : []);
  }

  // A name of a list, or what stands between two.
  const named = (inside, model, { type, value }) =>
    type === "element" ? inside(under(model, { name: value })) : [page.createTextNode(value)];

  function condition(node) {
    const { if: path, is, not } = attributesOf(node);
    const holds = is === undefined ? isThere : (value) => isOneOf(value, is);
    return (model) => holds(at(model, path)) === (not === undefined);
  }

  function way(node) {
    if (!node) return () => [];
    if (!ways.has(node)) {
      const inside = insideOf(node);
      const same = [...(node.content?.childNodes ?? node.childNodes)];
      ways.set(node, inside ?? (() => same.map((one) => one.cloneNode(true))));
    }
    return ways.get(node);
  }

  const elementsOf = (node, model) => way(node)(model).filter(({ nodeType }) => nodeType === Node.ELEMENT_NODE);

  return {
    // The place of this name as this view model has it: { title, body, head, parts }, the class of the page and its regions.
    draw(place, model) {
      const template = page.getElementById(`draw-${place}`);
      const parts = elementsOf(template, model);
      for (const part of parts) part.normalize(); // as it would have been read
      const title = way(find("title", place))(model).map(({ textContent }) => textContent).join("");
      return { title, body: text(model, template.dataset.body), head: elementsOf(find("head", place), model), parts };
    },
    // Something that is said, by its name.
    said: (name, model) => way(find("said", name))(model),
  };
}
