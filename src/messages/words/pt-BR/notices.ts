import type { Words } from "../en.ts";

const ASK = "Fale com quem administra este bot.";
const NOTHING = "Nada foi cobrado.";

export const notices: Words["notices"] = {
  cannotSave: {
    title: "Agora não",
    body: [`O Reelay não consegue salvar isso agora. ${NOTHING}`, "Tente de novo daqui a um minuto."],
  },
  workspaceFull: {
    title: "Vídeos demais aqui",
    text: (most) =>
      `${most === 1 ? "1 vídeo está sendo criado" : `${most} vídeos estão sendo criados`} aqui, e esse é o limite. ${NOTHING}`,
    next: "Tente de novo daqui a alguns minutos.",
  },
  tooManyCommands: {
    title: "Um pouco mais devagar, por favor",
    text: (most) =>
      `Você pode usar até ${most === 1 ? "1 comando" : `${most} comandos`} por minuto. Tente de novo daqui a um minuto.`,
    next: NOTHING,
  },
  busy: {
    title: "O Reelay está ocupado",
    text: "O Reelay está ocupado com os comandos de outras pessoas. Tente de novo daqui a um minuto.",
    next: NOTHING,
  },
  notAllowedHere: {
    title: "Aqui não",
    body: [`Você não pode criar vídeos aqui. ${NOTHING}`, ASK],
  },
  blocked: { title: "Sem permissão", body: [`Você não pode criar vídeos com este bot. ${NOTHING}`, ASK] },
  notYours: {
    title: "Este vídeo não é seu",
    body: ["Só a pessoa que pediu este vídeo pode fazer isso. Você pode criar o seu."],
  },
  strayPress: {
    title: "Nada aconteceu",
    body: [
      "Este botão não pertence à mensagem em que foi clicado. Nada foi cobrado.",
      "Use o cartão do próprio vídeo: você pode trazê-lo para cá pela sua lista de vídeos.",
    ],
  },
  goneCard: {
    title: "Expirado",
    body: [
      `O registro deste vídeo foi apagado, então os botões dele não funcionam mais. ${NOTHING}`,
      "Peça um novo vídeo.",
    ],
  },
  noSuchVideo: {
    title: "Vídeo não encontrado",
    body: [
      "Nenhum dos seus vídeos tem um identificador que começa assim, ou vários têm. A sua lista de vídeos mostra os identificadores: informe seis caracteres ou mais.",
    ],
  },
  forgottenPrompt: {
    title: "Expirado",
    body: [`Esse prompt não está mais salvo. ${NOTHING}`, "Digite-o de novo."],
  },
  stillStarting: {
    title: "Começando agora",
    body: ["Este vídeo está começando agora. Você pode trazer o cartão dele para cá daqui a pouco."],
  },
  unknownAct: {
    title: "De outra versão",
    text: `Isso é de outra versão do Reelay, então não funciona aqui. ${NOTHING}`,
    next: (help) => ["Digite ", help, " para ver o que você pode fazer."],
  },
  somethingWentWrong: {
    title: "Algo deu errado",
    body: [`Algo deu errado no Reelay, e nenhum vídeo foi iniciado. ${NOTHING}`, "Tente de novo daqui a um minuto."],
  },
  alreadyOnItsWay: {
    title: "Já está em andamento",
    body: ["Este vídeo já está em andamento. Este clique não iniciou outro."],
  },
  toldToo: {
    title: "Vamos avisar você também.",
    body: ["Vamos mencionar você quando este vídeo terminar."],
  },
  justStarted: {
    title: "Acabou de ser iniciado",
    body: [
      "Um vídeo acabou de ser iniciado a partir deste cartão. Para criar outro, envie o formulário de novo daqui a alguns segundos. Nada foi cobrado por este envio.",
    ],
  },
  toldUntil: {
    title: "Vamos avisar você também, por um tempo.",
    text: (when) => [
      "Se este vídeo terminar até ",
      when,
      ", vamos mencionar você. Depois disso, o Reelay só pode avisar quem pediu o vídeo.",
    ],
  },
  nobodyTold: {
    title: "Aqui não dá para avisar",
    body: ["O Reelay só pode avisar quem pediu este vídeo. Você não entrou na lista."],
  },
  toldAlready: { title: "Você já está na lista.", body: ["Vamos mencionar você quando este vídeo terminar."] },
  toldAnyway: {
    title: "Vamos avisar você de qualquer forma.",
    body: ["Este vídeo é seu: vamos mencionar você quando ele terminar."],
  },
  listFull: {
    title: "A lista está cheia",
    body: ["Uma mensagem não pode mencionar mais pessoas. O cartão é atualizado para todo mundo."],
  },
  alreadyOver: {
    title: "Já terminou",
    body: ["Não há mais o que esperar: o resultado está no cartão."],
  },
  stillRunning: {
    title: "Ainda em andamento",
    body: [
      "Este vídeo ainda está sendo criado, então o cartão dele fica. Um vídeo que já começou não pode ser interrompido.",
      "Você pode apagar o cartão quando o vídeo terminar.",
    ],
  },
};
