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
  addKey: "Agregar mi clave",
  checkKey: "Verificar",
  replaceKey: "Reemplazar",
  removeKey: "Borrar",
  changeSettings: "Cambiar",
  removeAnyway: "Borrar de todos modos",
  newer: "Más recientes",
  older: "Más antiguos",
  help: "Ayuda",
  getKey: "Obtener una clave",
  checkCredits: "Ver mis créditos",
};
