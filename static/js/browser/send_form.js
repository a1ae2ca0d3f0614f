// Submits these fields as a form would: the browser navigates to the response.
/** @param {string} action @param {Fields} fields */
export function sendForm(action, fields) {
  const form = Object.assign(document.createElement("form"), { method: "post", action, hidden: true });
  for (const [name, value] of Object.entries(fields))
    form.append(Object.assign(document.createElement("input"), { name, value }));
  document.body.append(form);
  form.submit();
}

// The idempotency key of a form: a repeated tap has the same one.
export const newKey = () => [...crypto.getRandomValues(new Uint32Array(4))].join("-");
