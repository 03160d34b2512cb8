import type { Words } from "../en.ts";
import { amounts } from "./amounts.ts";

const { credits, number, videos } = amounts;

export const confirm: Words["confirm"] = {
  again: "Criar de novo?",
  nobodyKnows: (mayBeCharged) => `Perdemos o rastro deste vídeo. ${mayBeCharged}`,
  againCosts: (price) => `Criar de novo custa ${credits(price)}, mesmo que o primeiro tenha sido cobrado.`,
  in720p: "Criar em 720p?",
  in720pCosts: (price) => `O vídeo será criado de novo, em 720p. Custa ${credits(price)}.`,
  nothingStarted: "Nada foi iniciado.",
  started: "Seu vídeo foi iniciado.",
  price: (price) => `Criar por ${credits(price)}?`,
  priceText: (price, most) =>
    `Este vídeo custa ${credits(price)}, e você pediu para confirmar acima de ${credits(most)}. Nada foi cobrado.`,
  priceTextAlways: (price) =>
    `Este vídeo custa ${credits(price)}, e você pediu para confirmar sempre. Nada foi cobrado.`,
  meant: "Você quis dizer isto?",
  meantText: (typed) => [
    "O trecho ",
    typed,
    " do seu prompt parece conter opções. Aqui elas já estão aplicadas e fora do prompt.",
  ],
  meantCosts: (price) => `Custa ${credits(price)}. Nada foi cobrado.`,
  goodForAnHour: "Esta pergunta expira em uma hora.",
  tooOld: {
    title: "Expirado",
    body: ["Esta pergunta expirou. Nada foi cobrado.", "Peça o vídeo de novo."],
  },
};

export const said: Words["said"] = {
  offer: {
    title: "Transformar isto em vídeo?",
    body: ["Abra o formulário para conferir tudo antes de começar. Nada foi cobrado ainda. Expira em uma hora."],
  },
  what: {
    title: "O que deve acontecer no vídeo?",
    body: ["Descreva em poucas palavras ou abra o formulário."],
  },
  hello: {
    title: "Oi!",
    body: ["Diga ao Reelay o que deve acontecer no vídeo ou abra o formulário."],
  },
  withPicture:
    "Sua imagem está pronta. Abra o formulário e diga o que deve acontecer. Nada foi cobrado ainda. Expira em uma hora.",
  notPictures: (files) =>
    `${files === 1 ? "O arquivo da sua mensagem não é uma imagem, então o Reelay não pode usá-lo" : `Os ${number(files)} arquivos da sua mensagem não são imagens, então o Reelay não pode usá-los`}. Formatos aceitos: PNG, JPEG, WebP e GIF.`,
};

export const tooMany: Words["tooMany"] = {
  title: "Você atingiu o limite",
  most: (most) => `Você pode ter ${videos(most)} em andamento ao mesmo tempo. Este não foi iniciado. Nada foi cobrado.`,
  named: (prompt, stage) => `“${prompt}”: ${stage}`,
  more: (count) => `… e mais ${number(count)}`,
  nobodyKnows: "Peça de novo quando um deles terminar.",
  first: (time) => `O primeiro pode ficar pronto em ${time}. Peça de novo depois disso.`,
  starting: "iniciando",
  noPercentage: "em andamento",
  percentDone: (percent) => `${percent}% concluído`,
};

export const link: Words["link"] = {
  asking: { title: "Pedindo um novo link…", body: ["Isso não gasta créditos."] },
  isNew: "Novo link",
  onTheCard: "O cartão já está com o novo link.",
  keepThis: "Não deu para atualizar o cartão, então guarde este link.",
  same: "O link é o mesmo",
  sameText: "O cartão já tem este link. Não sabemos por quanto tempo ele vai funcionar: baixe o vídeo logo.",
  unchanged: "Nada mudou",
  stillGood: (until) => ["O link funciona até ", until, "."],
  none: "Nenhum link novo",
  noLink: [
    "O serviço de vídeo não tem mais um link para este vídeo. Nada mudou.",
    "Confira o seu painel do serviço de vídeo ou crie o vídeo de novo.",
  ],
  noAnswer: ["O serviço de vídeo não respondeu. Nada mudou.", "Tente de novo daqui a alguns minutos."],
  noKey: [
    "Você não tem uma chave de API salva, então não dá para pedir um novo link. Nada mudou.",
    "Adicione a sua chave e depois clique em “Novo link”.",
  ],
  badKey: [
    "O serviço de vídeo não aceita a sua chave. Nada mudou.",
    "Adicione uma nova e depois clique em “Novo link”.",
  ],
};

export const deletion: Words["deletion"] = {
  confirm: {
    title: "Apagar este cartão?",
    body: [
      "O cartão some para todo mundo, junto com a notificação e o vídeo neste chat. Os créditos não são devolvidos.",
      "O vídeo continua no serviço de vídeo enquanto o link funcionar.",
    ],
  },
  done: "O cartão foi apagado.",
  notAll: "Nem tudo pôde ser apagado",
  left: {
    notification:
      "Não foi possível apagar a notificação. Se ela ainda aparecer, apague-a manualmente ou fale com um admin.",
    video: "Não foi possível apagar o vídeo da conversa. Fale com um admin.",
    card: "Não foi possível apagar o cartão daqui. Se só você o vê, oculte-o; se não, fale com um admin.",
  },
  stillOpen: {
    title: "Ainda não",
    body: [
      "O vídeo ainda está sendo adicionado a este chat, então nada foi apagado.",
      "Clique em “Apagar” de novo daqui a um minuto.",
    ],
  },
  notNow: {
    title: "Nem tudo foi apagado ainda",
    body: ["O chat não deixou apagar tudo agora.", "Clique em “Apagar” de novo daqui a um minuto."],
  },
  kept: "Nada foi apagado.",
};
