import { numbersIn } from "../../numbers.ts";
import type { Words } from "../en.ts";
import { amounts } from "./amounts.ts";

const { count } = numbersIn("pt-BR");
const { credits } = amounts;

export const outcome: Words["outcome"] = {
  ready: "O vídeo está pronto",
  tooLarge: "O vídeo é grande demais para este chat, então aqui está só o link.",
  notTaken: "Não foi possível publicar o vídeo neste chat, então aqui está só o link.",
  link: "Assistir ou baixar o vídeo",
  linkIsNew: "Este link é novo. Não sabemos por quanto tempo ele vai funcionar: baixe o vídeo logo.",
  linkExpires: (when) => ["O link expira ", when, "."],
  linkHasExpired: (when) => [
    "O link provavelmente expirou (",
    when,
    "). Confira o seu painel do serviço de vídeo ou crie o vídeo de novo.",
  ],
  used: (amount) => `Custou ${credits(amount)}.`,
  usedAbout: (amount) => `Custou cerca de ${credits(amount)}.`,
  noLink: {
    title: "Pronto, mas sem link",
    body: ["O serviço de vídeo terminou o vídeo, mas não enviou um link."],
  },
  failed: "Falhou, créditos devolvidos",
  failedText: (refund) => `O vídeo falhou. ${refund} Tente de novo ou mude o prompt.`,
  refund: (amount) => `${count(amount, "crédito foi devolvido", "créditos foram devolvidos")}.`,
  refundAbout: (amount) => `Cerca de ${count(amount, "crédito foi devolvido", "créditos foram devolvidos")}.`,
  notStarted: "Não iniciado",
  pressAgain: "Clique em “De novo” para iniciar agora.",
  why: {
    too_old: "O Reelay ficou fora do ar por tempo demais, então este vídeo não foi iniciado. Nada foi cobrado.",
    restart: "O Reelay reiniciou antes de poder iniciar este vídeo, então ele não foi iniciado. Nada foi cobrado.",
    answer_lost: "Não sabemos se você viu o primeiro cartão, então este vídeo não foi iniciado. Nada foi cobrado.",
    answer_refused:
      "A nossa resposta ao seu comando não chegou até você, então este vídeo não foi iniciado. Nada foi cobrado.",
    store: "O Reelay não conseguiu salvar o pedido a tempo, então este vídeo não foi iniciado. Nada foi cobrado.",
  },
};

export const unknown: Words["unknown"] = {
  title: "Não sabemos se este vídeo foi criado",
  answerLost: "O serviço de vídeo não deu uma resposta clara, então não sabemos se o vídeo foi iniciado.",
  error: "O serviço de vídeo respondeu com um erro, então não sabemos se o vídeo foi iniciado.",
  silent: "O vídeo foi iniciado, mas o serviço de vídeo parou de dar notícias dele.",
  mayBeCharged: (atMost) => `Ele pode ter custado até ${credits(atMost)}.`,
  whereToLook: ["Confira o seu painel do serviço de vídeo."],
  whereToLookFor: (task) => ["Confira o seu painel do serviço de vídeo; a tarefa é ", task, "."],
  lookFirst: "Confira lá antes de pedir de novo: um segundo vídeo também pode ser cobrado.",
};

export const notification: Words["notification"] = {
  ready: "Seu vídeo está pronto.",
  noLink: { title: "Seu vídeo está pronto, mas sem link.", body: ["O cartão diz onde procurar."] },
  failed: "Seu vídeo falhou.",
  notStarted: { title: "Seu vídeo não foi iniciado.", body: ["Nada foi cobrado. O cartão diz por quê."] },
  notStartedForOthers: "O vídeo não foi iniciado.",
  askedBy: (person) => ["Pedido por ", person, ". Nada foi cobrado."],
  unknown: "Não sabemos se o seu vídeo foi criado.",
  unknownText: (mayBeCharged) => `${mayBeCharged} O cartão diz onde procurar.`,
};

export const refusal: Words["refusal"] = {
  noKey: {
    title: "Sem chave de API",
    body: ["Você não tem uma chave de API salva. Nada foi cobrado."],
  },
  badKey: {
    title: "Sua chave foi recusada",
    body: ["O serviço de vídeo não aceita a sua chave de API. Nada foi cobrado."],
  },
  addKeyThen: (again) => ["Adicione uma nova chave e depois clique em ", again, "."],
  noCredits: "Créditos insuficientes",
  costs: (price) => `Este vídeo custa ${credits(price)}, e a sua conta não tem créditos suficientes. Nada foi cobrado.`,
  topUp: "Recarregue a sua conta no serviço de vídeo e depois clique em “De novo”.",
  topUpOr: (least) =>
    `Recarregue a sua conta no serviço de vídeo ou escolha 480p e 10 segundos, por ${credits(least)}.`,
  badRequest: {
    title: "Pedido recusado",
    body: ["O serviço de vídeo recusou este pedido. Nada foi cobrado."],
    said: (words) => `O serviço de vídeo recusou este pedido: “${words}”. Nada foi cobrado.`,
    edit: "Clique em “Editar e criar” para mudar o pedido.",
  },
  changePrompt: "Mude o prompt e peça de novo.",
  changePromptOrPicture: "Mude o prompt ou a imagem e peça de novo.",
  rateLimited: {
    title: "O serviço de vídeo está ocupado",
    body: [
      "O serviço de vídeo está ocupado no momento. Nada foi cobrado.",
      "Clique em “De novo” daqui a alguns minutos.",
    ],
  },
  wrongAddress: {
    title: "Problema de configuração",
    body: [
      "O endereço do serviço de vídeo no Reelay está errado, então este vídeo não foi iniciado. Nada foi cobrado.",
      "Avise quem administra este bot.",
    ],
  },
  unavailable: {
    title: "O serviço de vídeo está fora do ar",
    body: [
      "Não foi possível acessar o serviço de vídeo, então este vídeo não foi iniciado. Nada foi cobrado.",
      "Clique em “De novo” daqui a alguns minutos.",
    ],
  },
  picture: "Esta imagem não pode ser usada",
  nothingCharged: "Nada foi cobrado.",
};
