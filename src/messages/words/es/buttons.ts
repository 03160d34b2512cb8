import type { Words } from "../en.ts";

export const buttons: Words["buttons"] = {
  notifyMe: "Avísame también",
  again: "Otra vez",
  edit: "Editar y crear",
  in720p: "En 720p",
  startIt: "Crear",
  cancel: "Cancelar",
  freshLink: "Enlace nuevo",
  delete: "Borrar",
  makeVideo: "Crear un video",
  addKey: "Añadir mi clave",
  checkKey: "Comprobar",
  replaceKey: "Reemplazar",
  removeKey: "Quitar",
  changeSettings: "Cambiar",
  removeAnyway: "Borrar de todos modos",
  newer: "Más nuevos",
  older: "Más antiguos",
  help: "Ayuda",
  getKey: "Conseguir una clave",
  checkCredits: "Ver mis créditos",
};
