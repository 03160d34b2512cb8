export { filmLife } from "./chain/film-life.ts";
