import type { Words } from "../en.ts";

const ASK = "Fale com quem cuida deste bot.";
const NOTHING = "Nada foi cobrado.";

export const notices: Words["notices"] = {
  cannotSave: {
    title: "Agora não",
    body: [`O Reelay não consegue salvar isto agora. ${NOTHING}`, "Tente de novo em um minuto."],
  },
  workspaceFull: {
    title: "Vídeos demais aqui",
    text: (most) =>
      `${most === 1 ? "1 vídeo está sendo criado" : `${most} vídeos estão sendo criados`} aqui, e mais que isso não é permitido ao mesmo tempo. ${NOTHING}`,
    next: "Tente de novo daqui a alguns minutos.",
  },
  tooManyCommands: {
    title: "Um pouco mais devagar, por favor",
    text: (most) => `Não são aceitos mais de ${most} comandos por minuto. Tente de novo em um minuto.`,
    next: NOTHING,
  },
  busy: {
    title: "O Reelay está ocupado",
    text: "O Reelay está ocupado com os comandos de outras pessoas. Tente de novo em um minuto.",
    next: NOTHING,
  },
  notAllowedHere: {
    title: "Aqui não",
    body: [`Não é possível criar vídeos aqui, ou você não pode. ${NOTHING}`, ASK],
  },
  blocked: { title: "Não permitido", body: [`Você não pode criar vídeos com este bot. ${NOTHING}`, ASK] },
  notYours: {
    title: "Não é seu",
    body: ["Só a pessoa que pediu este vídeo pode fazer isso. Você pode criar o seu."],
  },
  strayPress: {
    title: "Nada foi feito",
    body: [
      "Este botão não faz parte da mensagem em que foi pressionado. Nada foi cobrado.",
      "Use o cartão do próprio vídeo: a sua lista de vídeos o traz para cá.",
    ],
  },
  goneCard: {
    title: "Antigo demais",
    body: [`O Reelay já esqueceu este vídeo, então este botão não faz mais nada. ${NOTHING}`, "Peça um novo."],
  },
  noSuchVideo: {
    title: "Esse vídeo não existe",
    body: [
      "Nenhum dos seus vídeos tem um identificador que comece assim, ou vários têm. A lista dos seus vídeos mostra todos: informe pelo menos seis caracteres.",
    ],
  },
  forgottenPrompt: {
    title: "Antigo demais",
    body: [`O Reelay já esqueceu esse prompt. ${NOTHING}`, "Digite-o mais uma vez."],
  },
  stillStarting: {
    title: "Começando agora",
    body: ["Este vídeo está começando agora. Traga o cartão dele para cá daqui a pouco."],
  },
  unknownAct: {
    title: "Não conhecido aqui",
    text: `Isto é de outra versão do Reelay, então nada foi feito. ${NOTHING}`,
    next: (help) => ["Digite ", help, " para ver o que existe."],
  },
  somethingWentWrong: {
    title: "Algo deu errado",
    body: [
      `Algo deu errado dentro do Reelay. Nenhum vídeo foi iniciado por isto. ${NOTHING}`,
      "Tente de novo em um minuto.",
    ],
  },
  alreadyOnItsWay: {
    title: "Já está a caminho",
    body: ["Já está a caminho. Este clique não iniciou mais nada."],
  },
  justStarted: {
    title: "Acabou de ser iniciado",
    body: [
      "Um vídeo acabou de ser iniciado a partir deste cartão. Para criar outro, envie o formulário de novo em alguns segundos. Nada foi cobrado por este.",
    ],
  },
  toldToo: { title: "Você também vai saber.", body: ["Quando este vídeo terminar, uma mensagem também citará você."] },
  toldUntil: {
    title: "Você também será avisado, por um tempo.",
    text: (when) => [
      "Se este vídeo terminar antes de ",
      when,
      ", uma mensagem também citará você. Depois disso, o Reelay só pode avisar quem o pediu.",
    ],
  },
  nobodyTold: {
    title: "Aqui não dá para avisar",
    body: ["Quando este vídeo terminar, o Reelay só poderá avisar quem o pediu. Ninguém entrou na lista."],
  },
  toldAlready: { title: "Você já está na lista.", body: ["Quando este vídeo terminar, uma mensagem citará você."] },
  toldAnyway: {
    title: "Você vai saber de qualquer jeito.",
    body: ["Este vídeo é seu: quando terminar, uma mensagem citará você."],
  },
  listFull: {
    title: "A lista está cheia",
    body: ["Uma mensagem não pode citar mais pessoas. O próprio cartão muda para todo mundo."],
  },
  alreadyOver: {
    title: "Já terminou",
    body: ["Não há mais nada a esperar: o cartão diz o que aconteceu."],
  },
  stillRunning: {
    title: "Ainda a caminho",
    body: [
      "Este vídeo ainda está em andamento, então o cartão dele fica. O serviço não consegue parar um vídeo que já começou.",
      "Você pode apagar o cartão quando ele estiver pronto.",
    ],
  },
};
