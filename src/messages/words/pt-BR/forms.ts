import type { Words } from "../en.ts";
import { amounts } from "./amounts.ts";

const { credits } = amounts;

export const forms: Words["forms"] = {
  save: "Salvar",
  makeIt: "Criar",
  key: {
    title: "Sua chave de API",
    note: "Só você vê este formulário. A chave é testada sem gastar créditos e guardada de forma criptografada.",
    label: "Chave de API",
    hint: "Do painel da sua conta no serviço de vídeo",
  },
  makeVideo: "Criar um vídeo",
  creditsAreTaken: "Os créditos são cobrados quando o vídeo começa e voltam se ele falhar.",
  newVideo: "Isto cria um novo vídeo. Os créditos são cobrados quando ele começa e voltam se ele falhar.",
  edit: "Editar e criar",
  pictureAgain: "Adicionar a imagem",
  risk: (atMost) => `O primeiro talvez já tenha custado até ${credits(atMost)}. Este custa de novo.`,
  prompt: "Prompt",
  promptHint: "O que deve acontecer no vídeo",
  ratio: "Formato",
  duration: "Duração",
  resolution: "Resolução e preço",
  picture: "Imagem",
  address: "Endereço de uma imagem",
  hints: {
    upload: "Opcional. Uma imagem para animar, até 5 MB.",
    address: "Opcional. O endereço (https://…) de uma imagem para animar, até 5 MB.",
    uploadKept: "Opcional. Se ficar vazio, a imagem anterior é usada. Até 5 MB.",
    uploadEmpty: "Opcional. Até 5 MB.",
    addressEmpty: "Opcional. https://…, até 5 MB.",
    gone: "A imagem anterior não abre mais. Adicione-a de novo, ou outra, até 5 MB.",
  },
};

export const choices: Words["choices"] = {
  ratio: { "16:9": "16:9 (paisagem)", "9:16": "9:16 (retrato)" },
  asPicture: "Como a imagem",
  duration: (seconds) => `${seconds} segundos`,
  resolution: (resolution, ten, fifteen) => `${resolution} (${ten} créditos por 10 s, ${fifteen} por 15 s)`,
  ping: {
    on: "Me avisar quando um vídeo ficar pronto",
    off: "Só mudar o cartão",
    channel: "Me avisar, e mostrar também no canal",
  },
  attach: { yes: "Reproduzir no cartão, se possível", no: "Só o link" },
  attachInThread: "Reproduzir na conversa do cartão, se possível",
  visibility: { here: "Todos aqui veem o cartão", private: "Só eu vejo o cartão" },
  confirmAbove: {
    always: () => "Sempre",
    above: (most) => `Acima de ${credits(most)}`,
    never: () => "Nunca",
  },
};

export const settings: Words["settings"] = {
  yours: "Suas configurações",
  saved: "Suas configurações estão salvas",
  note: "Como são os seus vídeos quando você não diz outra coisa.",
  first: "O que você diz em um pedido vem primeiro, e o formato da própria imagem vem antes do formato daqui.",
  labels: {
    ratio: "Formato",
    duration: "Duração",
    resolution: "Resolução",
    ping: "Quando um vídeo fica pronto",
    attach: "O arquivo do vídeo",
    visibility: "Visibilidade",
    confirm_above: "Perguntar antes de gastar",
  },
  line: (label, chosen) => `${label}: ${chosen}`,
  or: " ou ",
  bad: (given, allowed) => `“${given}” não pode ser usado aqui. Escolha ${allowed}.`,
  nothingChanged: "Nada foi alterado",
};
