import type { ChatMessages } from './en';

export const fr: ChatMessages = {
  'page.title': 'Assistant santé',
  'page.platform': 'Plateforme africaine de santé',
  'page.skip': 'Aller directement à votre message',
  'page.menu': 'Menu',
  'page.closeMenu': 'Fermer le menu',
  'page.settings': 'Réglages',
  'page.language': 'Langue',
  'page.country': 'Pays où vous êtes, pour les numéros d’urgence',
  'page.noCountry': 'Non choisi',
  'page.signIn': 'Se connecter',
  'page.signOut': 'Se déconnecter',
  'page.signedInAs': 'Votre compte : {name}',
  'page.someone': 'un compte sans nom',
  'page.disclaimer':
    'L’assistant n’est pas un médecin et peut se tromper. En cas d’urgence, faites-vous aider tout de suite.',

  'welcome.title': 'Que voulez-vous savoir ?',
  'welcome.text':
    'Posez vos questions sur des symptômes, des maladies, des médicaments ou le médecin à consulter. Vous n’avez pas à dire qui vous êtes.',
  'welcome.examples': 'Des questions pour commencer',
  'welcome.example1': 'Quel médecin consulter pour une éruption cutanée ?',
  'welcome.example2': 'Comment protéger mes enfants du paludisme ?',
  'welcome.example3': 'Que fait l’hypertension au corps ?',

  'anonymous.notice': {
    one: 'Vous utilisez l’assistant sans vous connecter. Cette conversation ne figure sur aucune liste et sera supprimée {count} jour après le dernier message.',
    many: 'Vous utilisez l’assistant sans vous connecter. Cette conversation ne figure sur aucune liste et sera supprimée {count} jours après le dernier message.',
    other:
      'Vous utilisez l’assistant sans vous connecter. Cette conversation ne figure sur aucune liste et sera supprimée {count} jours après le dernier message.',
  },
  'anonymous.before': {
    one: 'Vous avez commencé cette conversation avant de vous connecter : elle n’est pas parmi vos conversations et sera supprimée {count} jour après le dernier message.',
    many: 'Vous avez commencé cette conversation avant de vous connecter : elle n’est pas parmi vos conversations et sera supprimée {count} jours après le dernier message.',
    other:
      'Vous avez commencé cette conversation avant de vous connecter : elle n’est pas parmi vos conversations et sera supprimée {count} jours après le dernier message.',
  },
  'anonymous.next':
    'Ce que vous écrivez maintenant commence une nouvelle conversation, gardée parmi les vôtres.',
  'anonymous.parting': 'Votre nouvelle conversation commence ici. Ce qui précède n’en fait pas partie.',
  'anonymous.signIn': 'Se connecter pour garder vos conversations',

  'conversations.title': 'Vos conversations',
  'conversations.new': 'Nouvelle conversation',
  'conversations.none': 'Il n’y en a pas encore.',
  'conversations.more': 'Afficher les plus anciennes',
  'conversations.failed': 'Vos conversations n’ont pas pu être chargées.',
  'conversations.deleteOf': 'Supprimer « {title} »',

  'confirm.title': 'Supprimer cette conversation ?',
  'confirm.text': 'Ses messages et vos évaluations seront supprimés définitivement.',
  'confirm.delete': 'Supprimer',
  'confirm.cancel': 'La garder',

  'leave.title': 'Partir avant d’avoir la réponse ?',
  'leave.text':
    'Une réponse est en route. Cette conversation ne figure sur aucune liste : vous ne pourriez pas y revenir.',
  'leave.stay': 'Rester',
  'leave.leave': 'Partir',

  'conversation.label': 'Conversation',
  'conversation.delete': 'Supprimer cette conversation',
  'conversation.deleted': 'La conversation a été supprimée.',
  'conversation.earlier': 'Afficher les messages précédents',
  'conversation.loading': 'Chargement de la conversation…',
  'conversation.opened': 'La conversation est affichée.',
  'conversation.gone': 'Cette conversation n’existe plus. Vous pouvez en commencer une nouvelle.',
  'conversation.latest': 'Aller à la fin',

  'message.you': 'Vous',
  'message.edit': 'Modifier',
  'message.assistant': 'Assistant',
  'message.emergency': 'Urgence',
  'message.writing': 'L’assistant écrit…',
  'message.stop': 'Ne plus suivre',
  'message.stopped':
    'Vous ne suivez plus la réponse. Elle est tout de même écrite jusqu’au bout et conservée.',
  'message.readOn': 'Lire la suite',
  'message.replied': 'L’assistant a répondu : {text}',
  'message.offline': 'Réponses simples, tirées du catalogue de la plateforme',

  'emergency.title': 'C’est peut-être une urgence',
  'emergency.text':
    'Ne restez pas seul avec cela. La réponse ci-dessous dit que faire maintenant et qui peut aider.',
  'emergency.link': 'Que faire maintenant',
  'emergency.country': 'Dans quel pays êtes-vous ?',
  'emergency.call': 'Numéros à appeler ({country}) :',
  'emergency.noNumber': 'Aucun numéro d’ambulance n’est connu ici pour ce pays ({country}).',

  'firstAid.title': 'Premiers secours',
  'firstAid.close': 'Fermer',
  'firstAid.loading': 'Chargement des premiers secours…',

  'offline.line':
    'Vous êtes hors ligne. Numéros et premiers secours sont là, et ce que vous écrivez reste dans cet onglet.',
  'offline.back': 'Vous êtes de nouveau en ligne.',
  'offline.continue': 'Continuer',

  'composer.label': 'Votre message',
  'composer.placeholder': 'Posez une question de santé',
  'composer.hint': 'Entrée envoie ; Maj et Entrée commencent une nouvelle ligne.',
  'composer.send': 'Envoyer',
  'composer.remaining': {
    one: 'Il reste de la place pour {count} caractère',
    many: 'Il reste de la place pour {count} caractères',
    other: 'Il reste de la place pour {count} caractères',
  },
  'composer.wait':
    'L’assistant est encore en train d’écrire. Vous pourrez envoyer ce message quand la réponse sera complète.',

  'rating.label': 'Évaluer cette réponse',
  'rating.up': 'Bonne réponse',
  'rating.down': 'Mauvaise réponse',
  'rating.why': 'Pourquoi ? (si vous voulez)',
  'rating.comment': 'Avec vos propres mots (si vous voulez)',
  'rating.send': 'Envoyer',
  'rating.close': 'Fermer',
  'rating.kept': 'Merci. Votre évaluation a été enregistrée.',
  'rating.failed': 'Votre évaluation n’a pas pu être enregistrée. Veuillez réessayer.',
  'rating.helpful': 'Utile',
  'rating.clear': 'Facile à comprendre',
  'rating.incorrect': 'Inexacte',
  'rating.unsafe': 'Conseil dangereux',
  'rating.misunderstood': 'A mal compris ma question',
  'rating.incomplete': 'Il manque quelque chose',
  'rating.unclear': 'Difficile à comprendre',
  'rating.wrongLanguage': 'Mauvaise langue',
  'rating.other': 'Autre chose',

  'problem.retry': 'Réessayer',
  'problem.offline': 'Pas de connexion. Vérifiez votre réseau, puis réessayez.',
  'problem.reconnecting':
    'La connexion a été perdue. Reconnexion en cours : la réponse reprendra où elle en était.',
  'problem.reconnected': 'La connexion est rétablie.',
  'problem.busy': 'Trop de messages sont envoyés en ce moment.',
  'problem.emergency': 'En cas d’urgence, n’attendez pas : allez maintenant à l’hôpital le plus proche.',
  'problem.wait': {
    one: 'Vous pourrez réessayer dans {count} seconde.',
    many: 'Vous pourrez réessayer dans {count} secondes.',
    other: 'Vous pourrez réessayer dans {count} secondes.',
  },
  'problem.signIn': 'En vous connectant, vous n’avez pas à attendre.',
  'problem.session':
    'Votre session est terminée. Reconnectez-vous pour continuer ; ce que vous avez écrit est gardé dans cet onglet.',
  'problem.otherAccount':
    'Quelqu’un d’autre est maintenant connecté sur cet appareil. Lisez d’abord les conseils, puis rechargez la page pour continuer.',
  'problem.reload': 'Recharger la page',
  'problem.reply': 'La réponse n’a pas pu être écrite. Votre message a été conservé.',
  'problem.reading': 'La réponse n’a pas pu être lue jusqu’au bout.',
  'problem.busyReading': 'Trop de réponses sont lues en ce moment.',
  'problem.signOut': 'La déconnexion n’a pas réussi : votre session est toujours ouverte.',
  'problem.delete': 'La conversation n’a pas pu être supprimée.',
  'problem.message': 'Le message n’a pas pu être envoyé.',
  'problem.unsent': 'Ce message n’a peut-être pas été envoyé.',
  'problem.failed': 'Un problème est survenu. Veuillez réessayer dans un instant.',
};
