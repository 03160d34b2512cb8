import type { Words } from "../en.ts";
import { amounts } from "./amounts.ts";

const { credits, number, videos } = amounts;

export const confirm: Words["confirm"] = {
  again: "Criar mais uma vez?",
  nobodyKnows: (mayBeCharged) => `Ninguém sabe o que aconteceu com este vídeo. ${mayBeCharged}`,
  againCosts: (price) => `Criar mais uma vez custa ${credits(price)}, não importa quanto o primeiro custou.`,
  in720p: "Criar em 720p?",
  in720pCosts: (price) => `Isto cria o vídeo mais uma vez, em 720p. Custa ${credits(price)}.`,
  nothingStarted: "Nada foi iniciado.",
  started: "Seu vídeo foi iniciado.",
  price: (price) => `Criar por ${credits(price)}?`,
  priceText: (price, most) =>
    `Este vídeo custa ${credits(price)}, e você quer confirmar acima de ${number(most)}. Nada foi cobrado.`,
  priceTextAlways: (price) => `Este vídeo custa ${credits(price)}, e você quer confirmar sempre. Nada foi cobrado.`,
  meant: "Era isto que você queria?",
  meantText: (typed) => [
    "Seu prompt diz ",
    typed,
    ", e isso parece ser opções. Aqui elas estão aplicadas e fora do prompt.",
  ],
  meantCosts: (price) => `Custa ${credits(price)}. Nada foi cobrado.`,
  goodForAnHour: "A pergunta vale por uma hora.",
  tooOld: {
    title: "Antigo demais",
    body: ["O Reelay já esqueceu do que se tratava. Nada foi cobrado.", "Peça o vídeo de novo."],
  },
};

export const said: Words["said"] = {
  offer: {
    title: "Um vídeo disto?",
    body: ["Nada foi cobrado ainda. O formulário mostra tudo antes de começar; isto vale por uma hora."],
  },
  what: {
    title: "O que deve acontecer no vídeo?",
    body: ["Diga em poucas palavras, ou abra o formulário."],
  },
  hello: {
    title: "Oi!",
    body: ["Diga ao Reelay o que deve acontecer em um vídeo, ou abra o formulário."],
  },
  withPicture:
    "Sua imagem está pronta. Abra o formulário e diga o que deve acontecer. Nada foi cobrado ainda; isto vale por uma hora.",
  notPictures: (files) =>
    `${files === 1 ? "O arquivo da sua mensagem não é uma imagem" : `Os ${number(files)} arquivos da sua mensagem não são imagens`}, então um vídeo não pode começar com isso. PNG, JPEG, WebP e GIF funcionam.`,
};

export const tooMany: Words["tooMany"] = {
  title: "Seus outros vídeos vêm primeiro",
  most: (most) => `Você pode ter ${videos(most)} em andamento ao mesmo tempo. Este não começou. Nada foi cobrado.`,
  named: (prompt, stage) => `“${prompt}”: ${stage}`,
  more: (count) => `… e mais ${number(count)}`,
  nobodyKnows: "Ninguém sabe ainda quando o primeiro termina. Peça de novo quando isso acontecer.",
  first: (time) => `O primeiro pode terminar em ${time}. Peça de novo então.`,
  starting: "começando",
  noPercentage: "ainda sem porcentagem",
  percentDone: (percent) => `${percent}% pronto`,
};

export const link: Words["link"] = {
  asking: { title: "Perguntando…", body: ["Isto não custa créditos."] },
  isNew: "Há um novo link",
  onTheCard: "Ele está agora no cartão, no lugar do antigo.",
  keepThis: "Não deu para mudar o cartão, então guarde este.",
  same: "É o mesmo link",
  sameText: "É o link que está no cartão. Ninguém diz por quanto tempo ele funciona: salve logo o vídeo.",
  unchanged: "Nada mudou",
  stillGood: (until) => ["O link ainda vale até: ", until, "."],
  none: "Não há novo link",
  noLink: [
    "O serviço de vídeo não dá mais nenhum link para este vídeo. Nada mudou.",
    "Olhe no painel da sua conta no serviço de vídeo, ou crie o vídeo de novo.",
  ],
  noAnswer: ["O serviço de vídeo não respondeu. Nada mudou.", "Tente de novo daqui a alguns minutos."],
  noKey: ["Não há nenhuma chave de API sua para perguntar. Nada mudou.", "Adicione-a e depois clique em “Novo link”."],
  badKey: [
    "O serviço de vídeo não aceita a sua chave. Nada mudou.",
    "Adicione uma nova e depois clique em “Novo link”.",
  ],
};

export const deletion: Words["deletion"] = {
  confirm: {
    title: "Apagar este cartão?",
    body: [
      "O cartão some para todos, com a notificação e o vídeo nesta conversa. Os créditos não voltam.",
      "O vídeo continua no serviço de vídeo enquanto o link funcionar.",
    ],
  },
  done: "O cartão foi apagado.",
  notAll: "Nem tudo pôde ser apagado",
  left: {
    notification:
      "Não foi possível remover a notificação. Se você a vê, apague-a à mão ou peça a quem administra este lugar.",
    video: "Não foi possível remover o vídeo do tópico. Peça a quem administra este lugar.",
    card: "Não foi possível remover o cartão daqui. Se só você o vê, dispense-o; senão, peça a quem administra este lugar.",
  },
  stillOpen: {
    title: "Ainda não",
    body: [
      "O vídeo ainda está sendo colocado nesta conversa, então nada foi apagado.",
      "Aperte Apagar de novo em um minuto.",
    ],
  },
  notNow: {
    title: "Ainda não foi tudo apagado",
    body: ["A conversa não aceitou tudo agora.", "Aperte Apagar de novo em um minuto."],
  },
  kept: "Nada foi apagado.",
};
