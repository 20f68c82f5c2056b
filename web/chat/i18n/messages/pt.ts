import type { ChatMessages } from './en';

export const pt: ChatMessages = {
  'page.title': 'Assistente de saúde',
  'page.platform': 'Plataforma africana de saúde',
  'page.skip': 'Ir diretamente para a sua mensagem',
  'page.menu': 'Menu',
  'page.closeMenu': 'Fechar o menu',
  'page.settings': 'Definições',
  'page.language': 'Idioma',
  'page.country': 'País onde está, para os números de emergência',
  'page.noCountry': 'Não escolhido',
  'page.signIn': 'Iniciar sessão',
  'page.signOut': 'Terminar sessão',
  'page.signedInAs': 'Sessão iniciada como {name}',
  'page.someone': 'uma conta sem nome',
  'page.disclaimer':
    'O assistente não é médico e pode enganar-se. Em caso de emergência, procure ajuda imediatamente.',

  'welcome.title': 'O que gostaria de saber?',
  'welcome.text':
    'Pergunte sobre sintomas, doenças, medicamentos ou que tipo de médico consultar. Não precisa de dizer quem é.',
  'welcome.examples': 'Perguntas para começar',
  'welcome.example1': 'Que médico devo consultar por causa de uma erupção na pele?',
  'welcome.example2': 'Como posso proteger os meus filhos da malária?',
  'welcome.example3': 'O que faz a hipertensão ao corpo?',

  'anonymous.notice': {
    one: 'Não iniciou sessão. Esta conversa não aparece em nenhuma lista e é eliminada {count} dia depois da última mensagem.',
    many: 'Não iniciou sessão. Esta conversa não aparece em nenhuma lista e é eliminada {count} dias depois da última mensagem.',
    other:
      'Não iniciou sessão. Esta conversa não aparece em nenhuma lista e é eliminada {count} dias depois da última mensagem.',
  },
  'anonymous.before': {
    one: 'Começou esta conversa antes de iniciar sessão: não está entre as suas conversas e é eliminada {count} dia depois da última mensagem.',
    many: 'Começou esta conversa antes de iniciar sessão: não está entre as suas conversas e é eliminada {count} dias depois da última mensagem.',
    other:
      'Começou esta conversa antes de iniciar sessão: não está entre as suas conversas e é eliminada {count} dias depois da última mensagem.',
  },
  'anonymous.next': 'O que escrever agora começa uma nova conversa, guardada entre as suas.',
  'anonymous.parting': 'A sua nova conversa começa aqui. O que está acima não faz parte dela.',
  'anonymous.signIn': 'Iniciar sessão para guardar as suas conversas',

  'conversations.title': 'As suas conversas',
  'conversations.new': 'Nova conversa',
  'conversations.none': 'Ainda não há nenhuma.',
  'conversations.more': 'Mostrar as mais antigas',
  'conversations.failed': 'Não foi possível carregar as suas conversas.',
  'conversations.deleteOf': 'Eliminar «{title}»',

  'confirm.title': 'Eliminar esta conversa?',
  'confirm.text': 'As mensagens e as suas avaliações são eliminadas definitivamente.',
  'confirm.delete': 'Eliminar',
  'confirm.cancel': 'Manter',

  'leave.title': 'Sair antes de ter a resposta?',
  'leave.text':
    'Há uma resposta a caminho. Esta conversa não aparece em nenhuma lista: não poderia voltar a ela.',
  'leave.stay': 'Ficar',
  'leave.leave': 'Sair',

  'conversation.label': 'Conversa',
  'conversation.delete': 'Eliminar esta conversa',
  'conversation.deleted': 'A conversa foi eliminada.',
  'conversation.earlier': 'Mostrar mensagens anteriores',
  'conversation.loading': 'A carregar a conversa…',
  'conversation.opened': 'A conversa foi aberta.',
  'conversation.gone': 'Essa conversa já não existe. Pode começar uma nova.',
  'conversation.latest': 'Ir para o fim',

  'message.you': 'Você',
  'message.edit': 'Editar',
  'message.assistant': 'Assistente',
  'message.emergency': 'Emergência',
  'message.writing': 'O assistente está a escrever…',
  'message.stop': 'Deixar de acompanhar',
  'message.stopped':
    'Deixou de acompanhar a resposta. Mesmo assim, ela é escrita até ao fim e fica guardada.',
  'message.readOn': 'Continuar a ler',
  'message.replied': 'O assistente respondeu: {text}',
  'message.offline': 'Respostas simples, do catálogo da plataforma',

  'emergency.title': 'Isto pode ser uma emergência',
  'emergency.text': 'Não fique só com isto. A resposta abaixo diz o que fazer agora e quem pode ajudar.',
  'emergency.link': 'O que fazer agora',
  'emergency.country': 'Em que país está?',
  'emergency.call': 'Números para ligar ({country}):',
  'emergency.noNumber': 'Não se conhece aqui nenhum número de ambulância para este país ({country}).',

  'firstAid.title': 'Primeiros socorros',
  'firstAid.close': 'Fechar',
  'firstAid.loading': 'A carregar os primeiros socorros…',

  'offline.line':
    'Está sem ligação. Números e primeiros socorros funcionam, e o que escrever fica neste separador.',
  'offline.back': 'A ligação voltou.',
  'offline.continue': 'Continuar',

  'composer.label': 'A sua mensagem',
  'composer.placeholder': 'Faça uma pergunta de saúde',
  'composer.hint': 'Enter envia; Shift e Enter começam uma linha nova.',
  'composer.send': 'Enviar',
  'composer.remaining': {
    one: 'Há espaço para mais {count} carácter',
    many: 'Há espaço para mais {count} caracteres',
    other: 'Há espaço para mais {count} caracteres',
  },
  'composer.wait':
    'O assistente ainda está a escrever. Pode enviar esta mensagem quando a resposta estiver completa.',

  'rating.label': 'Avaliar esta resposta',
  'rating.up': 'Boa resposta',
  'rating.down': 'Má resposta',
  'rating.why': 'Porquê? (se quiser)',
  'rating.comment': 'Por palavras suas (se quiser)',
  'rating.send': 'Enviar',
  'rating.close': 'Fechar',
  'rating.kept': 'Obrigado. A sua avaliação foi guardada.',
  'rating.failed': 'Não foi possível guardar a sua avaliação. Tente novamente.',
  'rating.helpful': 'Útil',
  'rating.clear': 'Fácil de compreender',
  'rating.incorrect': 'Incorreta',
  'rating.unsafe': 'Conselho perigoso',
  'rating.misunderstood': 'Não me compreendeu',
  'rating.incomplete': 'Falta alguma coisa',
  'rating.unclear': 'Difícil de compreender',
  'rating.wrongLanguage': 'Idioma errado',
  'rating.other': 'Outra coisa',

  'problem.retry': 'Tentar novamente',
  'problem.offline': 'Não há ligação. Verifique a sua rede e tente novamente.',
  'problem.reconnecting':
    'A ligação perdeu-se. A ligar novamente: a resposta continua no ponto em que estava.',
  'problem.reconnected': 'A ligação foi restabelecida.',
  'problem.busy': 'Estão a ser enviadas demasiadas mensagens neste momento.',
  'problem.emergency': 'Numa emergência, não espere: vá agora ao hospital mais próximo.',
  'problem.wait': {
    one: 'Pode tentar novamente dentro de {count} segundo.',
    many: 'Pode tentar novamente dentro de {count} segundos.',
    other: 'Pode tentar novamente dentro de {count} segundos.',
  },
  'problem.signIn': 'Se iniciar sessão, não precisa de esperar.',
  'problem.session':
    'A sua sessão terminou. Inicie sessão novamente para continuar; o que escreveu fica guardado neste separador.',
  'problem.otherAccount':
    'Outra pessoa tem agora a sessão iniciada neste dispositivo. Leia primeiro os conselhos; depois recarregue a página para continuar.',
  'problem.reload': 'Recarregar a página',
  'problem.reply': 'Não foi possível escrever a resposta. A sua mensagem foi guardada.',
  'problem.reading': 'Não foi possível ler a resposta até ao fim.',
  'problem.busyReading': 'Estão a ser lidas demasiadas respostas neste momento.',
  'problem.signOut': 'Não foi possível terminar a sessão.',
  'problem.delete': 'Não foi possível eliminar a conversa.',
  'problem.message': 'Não foi possível enviar a mensagem.',
  'problem.unsent': 'Esta mensagem pode não ter sido enviada.',
  'problem.failed': 'Algo correu mal. Tente novamente dentro de momentos.',
};
