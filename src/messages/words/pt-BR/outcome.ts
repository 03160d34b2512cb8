import type { Words } from "../en.ts";
import { amounts } from "./amounts.ts";

const { credits } = amounts;

export const outcome: Words["outcome"] = {
  ready: "O vídeo está pronto",
  tooLarge: "O vídeo é grande demais para este chat, então aqui está só o link.",
  notTaken: "Não deu para colocar o vídeo neste chat, então aqui está só o link.",
  link: "Assistir ou baixar o vídeo",
  linkIsNew: "O link acabou de ser pedido de novo. Ninguém diz por quanto tempo ele funciona: salve logo o vídeo.",
  linkExpires: (when) => ["O link expira ", when, "."],
  linkHasExpired: (when) => [
    "O link provavelmente expirou (",
    when,
    "). Olhe no painel da sua conta no serviço de vídeo, ou crie o vídeo de novo.",
  ],
  used: (amount) => `Custou ${credits(amount)}.`,
  usedAbout: (amount) => `Custou cerca de ${credits(amount)}.`,
  noLink: {
    title: "O vídeo está pronto, mas não há link",
    body: ["O serviço de vídeo diz que está pronto e não deu nenhum link."],
  },
  failed: "Falhou e foi reembolsado",
  failedText: (refund) => `O vídeo falhou. ${refund} Tente de novo, ou mude o prompt.`,
  refund: (amount) => `Você recebeu ${credits(amount)} de volta.`,
  refundAbout: (amount) => `Você recebeu cerca de ${credits(amount)} de volta.`,
  notStarted: "Não começou",
  pressAgain: "Clique em “De novo” para começar agora.",
  why: {
    too_old: "O Reelay ficou fora por tempo demais, então este vídeo não começou. Nada foi cobrado.",
    restart: "O Reelay foi reiniciado antes de este vídeo começar, então ele não começou. Nada foi cobrado.",
    answer_lost: "Não se sabe se você viu o primeiro cartão, então este vídeo não começou. Nada foi cobrado.",
    answer_refused: "A resposta ao seu comando não chegou, então este vídeo não começou. Nada foi cobrado.",
    store: "O Reelay não conseguiu salvar isto a tempo, então este vídeo não começou. Nada foi cobrado.",
  },
};

export const unknown: Words["unknown"] = {
  title: "Não sabemos o que aconteceu com este vídeo",
  answerLost: "A resposta do serviço de vídeo se perdeu, então ninguém aqui sabe se o vídeo começou.",
  error: "O serviço de vídeo retornou um erro, então ninguém aqui sabe se o vídeo começou.",
  silent: "O vídeo começou, mas o serviço de vídeo não diz mais nada sobre ele.",
  mayBeCharged: (atMost) => `Ele pode ter sido cobrado: no máximo ${credits(atMost)}.`,
  whereToLook: ["Olhe no painel da sua conta no serviço de vídeo."],
  whereToLookFor: (task) => ["Olhe no painel da sua conta no serviço de vídeo; a tarefa é ", task, "."],
  lookFirst: "Olhe lá antes de pedir de novo: um segundo pedido pode custar uma segunda vez.",
};

export const notification: Words["notification"] = {
  ready: "Seu vídeo está pronto.",
  noLink: { title: "Seu vídeo está pronto, mas não há link.", body: ["O cartão diz onde procurar."] },
  failed: "Seu vídeo falhou.",
  notStarted: { title: "Seu vídeo não começou.", body: ["Nada foi cobrado. O cartão diz por quê."] },
  notStartedForOthers: "O vídeo não começou.",
  askedBy: (person) => ["Quem pediu foi ", person, ". Nada foi cobrado."],
  unknown: "Não sabemos o que aconteceu com seu vídeo.",
  unknownText: (mayBeCharged) => `${mayBeCharged} O cartão diz onde procurar.`,
};

export const refusal: Words["refusal"] = {
  noKey: {
    title: "Falta a sua chave",
    body: ["Não há nenhuma chave de API sua que possa ser usada. Nada foi cobrado."],
  },
  badKey: {
    title: "Sua chave foi recusada",
    body: ["O serviço de vídeo não aceita a sua chave de API. Nada foi cobrado."],
  },
  addKeyThen: (again) => ["Adicione uma nova chave e depois clique em ", again, "."],
  noCredits: "Créditos insuficientes",
  costs: (price) => `Este vídeo custa ${credits(price)} e sua conta tem menos que isso. Nada foi cobrado.`,
  topUp: "Recarregue a sua conta no serviço de vídeo e depois clique em “De novo”.",
  topUpOr: (least) =>
    `Recarregue a sua conta no serviço de vídeo, ou escolha 480p e 10 segundos, que custa ${credits(least)}.`,
  badRequest: {
    title: "Pedido recusado",
    body: ["O serviço de vídeo recusou este pedido. Nada foi cobrado."],
    said: (words) => `O serviço de vídeo recusou este pedido: “${words}”. Nada foi cobrado.`,
    edit: "Clique em “Editar e criar” para mudá-lo.",
  },
  changePrompt: "Mude o prompt e peça de novo.",
  changePromptOrPicture: "Mude o prompt ou a imagem e peça de novo.",
  rateLimited: {
    title: "O serviço de vídeo está lotado",
    body: [
      "O serviço de vídeo está lotado no momento. Nada foi cobrado.",
      "Clique em “De novo” daqui a alguns minutos.",
    ],
  },
  wrongAddress: {
    title: "O Reelay está mal configurado",
    body: [
      "O Reelay tem um endereço errado do serviço de vídeo, então este vídeo não foi iniciado. Nada foi cobrado.",
      "Avise quem administra este bot.",
    ],
  },
  unavailable: {
    title: "O serviço de vídeo está fora do ar",
    body: [
      "Não deu para falar com o serviço de vídeo, então este vídeo não começou. Nada foi cobrado.",
      "Clique em “De novo” daqui a alguns minutos.",
    ],
  },
  picture: "Esta imagem não pode ser usada",
  nothingCharged: "Nada foi cobrado.",
};
