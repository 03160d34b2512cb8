import type { Words } from "../en.ts";

export const buttons: Words["buttons"] = {
  notifyMe: "Me avisar também",
  again: "De novo",
  edit: "Editar e criar",
  in720p: "Em 720p",
  startIt: "Criar",
  cancel: "Cancelar",
  freshLink: "Novo link",
  delete: "Apagar",
  makeVideo: "Criar um vídeo",
  addKey: "Adicionar minha chave",
  checkKey: "Verificar",
  replaceKey: "Trocar",
  removeKey: "Remover",
  changeSettings: "Alterar",
  removeAnyway: "Remover mesmo assim",
  newer: "Mais recentes",
  older: "Mais antigos",
  help: "Ajuda",
  getKey: "Obter uma chave",
  checkCredits: "Ver meus créditos",
};
