export { lineLife } from "./line/line-life.ts";
