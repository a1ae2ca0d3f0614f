// A tap on what changed so many milliseconds ago was meant for what stood there before.
export const DEAF = 400;
