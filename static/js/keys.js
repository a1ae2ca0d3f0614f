// Value keys: a tap counts one more, the small key one less. Without this file they are plain fields.
export const element = (tag, properties) =>
  Object.assign(document.createElement(tag), { type: "button", ...properties });

export const count = (key) => Number(key.field.value) || 0;

export function tapKeys(root, changed) {
  document.documentElement.classList.add("js");
  const keys = [...root.querySelectorAll(".key")].map((box) => ({
    box,
    value: Number(box.dataset.value),
    field: box.querySelector("input"),
    name: box.querySelector("b").textContent,
  }));
  for (const key of keys) addButtons(key, changed);
  return keys;
}

export function setCount(key, number) {
  key.field.value = Math.max(0, number) || "";
  tell(key);
}

function tell(key) {
  key.box.classList.toggle("has", count(key) > 0);
  key.box.querySelector(".minus").disabled = !count(key);
}

function addButtons(key, changed) {
  const each = key.box.querySelector(".v").textContent;
  const add = element("button", { className: "add", ariaLabel: `${key.name}, ${each}` });
  const minus = element("button", { className: "minus", innerHTML: "<span>−</span>", ariaLabel: `− ${key.name}` });
  const step = (by) => {
    setCount(key, count(key) + by);
    changed(key);
  };
  key.field.tabIndex = -1;
  key.field.readOnly = true;
  key.field.placeholder = "";
  add.setAttribute("aria-describedby", key.field.id);
  add.addEventListener("click", () => step(1));
  minus.addEventListener("click", () => step(-1));
  key.box.append(add, minus);
  tell(key);
}
