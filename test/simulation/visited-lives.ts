export { visitedLife } from "./visited/visited-life.ts";
