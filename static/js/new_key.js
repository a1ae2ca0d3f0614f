// The key of a form: a tap that is sent twice has the same one.
export const newKey = () => [...crypto.getRandomValues(new Uint32Array(4))].join("-");
