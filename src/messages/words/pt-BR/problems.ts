import type { Words } from "../en.ts";
import { amounts } from "./amounts.ts";

const { number } = amounts;
const KINDS = "PNG, JPEG, WebP e GIF funcionam.";
const NOTHING = "Nada foi cobrado.";

export const picture: Words["picture"] = {
  tooLarge: "A imagem tem mais de 5 MB. Use uma menor.",
  tooLargeBy: (megabytes) => `A imagem tem ${number(megabytes)} MB, e o permitido são 5 MB. Use uma menor.`,
  notAPicture: `Isto não é uma imagem que o Reelay possa usar. ${KINDS}`,
  notAPictureBut: (found) => `Isto não é uma imagem que o Reelay possa usar: é ${found}. ${KINDS}`,
  found: {
    picture: "uma imagem de outro tipo",
    video: "um vídeo",
    sound: "um arquivo de áudio",
    text: "um arquivo de texto",
    page: "uma página da web",
    pdf: "um PDF",
    archive: "um arquivo compactado",
    document: "um documento de escritório",
    program: "um programa",
  },
  empty: "A imagem está vazia: tem 0 bytes. Envie de novo ou use outra.",
  unreadable:
    "A imagem está corrompida: não dá para ler a largura e a altura. Salve de novo como PNG ou JPEG, ou use outra.",
  unreachable:
    "Não deu para abrir a imagem. Verifique se o endereço dela funciona para todo mundo, ou use outra imagem.",
  private:
    "Imagens publicadas aqui são privadas, e este bot não consegue passá-las ao serviço de vídeo. Use o endereço web de uma imagem pública, ou peça a quem administra este bot para permitir imagens publicadas.",
  address: {
    not_a_url: "O endereço da imagem não é um endereço da web. Use um que comece com https://.",
    not_https: "O endereço da imagem precisa começar com https://. Use um assim.",
    too_long: "O endereço da imagem é longo demais. Use um mais curto.",
    has_login: "O endereço da imagem contém um nome de usuário ou uma senha. Use um sem isso.",
    not_public: "O endereço da imagem não é público. Use um que funcione para todo mundo.",
  },
};

const FLAGS = "As opções são --ratio, --duration, --resolution e --image.";

export const draft: Words["draft"] = {
  title: "Este vídeo não começou",
  nothingCharged: NOTHING,
  noPrompt: "Diga em poucas palavras o que deve acontecer no vídeo.",
  promptTooLong: (length, most) =>
    `O prompt tem ${number(length)} caracteres, e o permitido são ${number(most)}. Encurte-o.`,
  badRatio: (given, allowed) => `“${given}” não é um formato possível. Escolha ${allowed}.`,
  badDuration: (given, allowed) => `“${given}” não é uma duração possível. Escolha ${allowed} segundos.`,
  badResolution: (given, allowed) => `“${given}” não é uma resolução possível. Escolha ${allowed}.`,
  or: " ou ",
  twoPictures: "Há duas imagens: um arquivo e um endereço. Dê só uma delas.",
  unknownFlag: (flag) => `${flag} não é conhecido aqui. ${FLAGS}`,
  flagWithoutValue: (flag) => `Falta um valor depois de ${flag}. ${FLAGS}`,
};

const CURE =
  "Se for uma, crie uma nova onde você a conseguiu e apague a antiga: alguém pode ter visto o que foi digitado em um chat.";
const WHAT = "Parece que há uma chave de API ou um token aqui, então isto não foi enviado nem guardado.";
const ELSE = "Se não for, escreva de outro jeito.";

export const leak: Words["leak"] = {
  atField: `${WHAT} ${CURE} ${ELSE}`,
  suspected: { title: "Há uma chave aqui?", body: [`${WHAT} Só você vê isto.`, CURE, ELSE, NOTHING] },
  own: {
    title: "Sua chave de API está aqui",
    body: [
      "O que você enviou contém a sua própria chave de API, então não foi passado adiante nem guardado. Só você vê isto.",
      "Alguém pode ter visto o que foi digitado em um chat: crie uma nova chave no painel da sua conta no serviço de vídeo, apague a antiga lá e adicione a nova aqui.",
      NOTHING,
    ],
  },
  inTheOpen: {
    title: "Isso parece uma chave",
    body: [
      "Algo na sua mensagem parece uma chave de API ou um token de acesso. O Reelay não guardou nada disso. Apague a sua mensagem, e crie uma nova chave se outras pessoas puderem ter lido.",
      "Uma chave vai no formulário privado. Se não era uma, use o formulário também para o seu vídeo.",
    ],
  },
};

export const animate: Words["animate"] = {
  title: "Animar imagem",
  sentence: (words) => `${words}.`,
  leftOut: (count) => `Imagens desta mensagem que não servem: ${count}, grandes demais ou de outro tipo`,
  thePicture: (look) => `A imagem: ${look}.`,
  picture: "Imagem",
  unnamed: "imagem sem nome",
  nothing: "Nada para animar",
  noPicture: `Não há imagem nesta mensagem. Use o comando em uma que tenha uma imagem. ${KINDS}`,
  sticker: `Uma figurinha não pode ganhar vida. Publique-a como imagem e use o comando nela. ${KINDS}`,
  video: `Esta mensagem tem um vídeo, e só imagens podem ganhar vida. Publique um quadro dele como imagem e use o comando nela. ${KINDS}`,
  forgotten: {
    title: "Antigo demais",
    body: [
      `O Reelay guarda uma imagem por uma hora enquanto o formulário dela está aberto, e já esqueceu esta. ${NOTHING}`,
      "Use o comando mais uma vez na mensagem.",
    ],
  },
};
