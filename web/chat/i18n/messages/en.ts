import type { Message, TextsOf } from '../../../shared/texts';

/** All texts of the page. The other languages have the same keys and placeholders. */
export const en = {
  'page.title': 'Health assistant',
  'page.platform': 'Africa Health Platform',
  'page.skip': 'Skip to your message',
  'page.menu': 'Menu',
  'page.closeMenu': 'Close the menu',
  'page.settings': 'Settings',
  'page.language': 'Language',
  'page.country': 'Country you are in, for emergency numbers',
  'page.noCountry': 'Not chosen',
  'page.signIn': 'Sign in',
  'page.signOut': 'Sign out',
  'page.signedInAs': 'Signed in as {name}',
  'page.someone': 'an account without a name',
  'page.disclaimer': 'The assistant is not a doctor and can be wrong. In an emergency, get help at once.',

  'welcome.title': 'What would you like to know?',
  'welcome.text':
    'Ask about symptoms, illnesses, medicines, or which kind of doctor to see. You need not say who you are.',
  'welcome.examples': 'Questions to begin with',
  'welcome.example1': 'Which doctor should I see about a skin rash?',
  'welcome.example2': 'How can I protect my children from malaria?',
  'welcome.example3': 'What does high blood pressure do to the body?',

  'anonymous.notice': {
    one: 'You are not signed in. This conversation is listed nowhere, and is deleted {count} day after the last message.',
    other:
      'You are not signed in. This conversation is listed nowhere, and is deleted {count} days after the last message.',
  },
  'anonymous.before': {
    one: 'You began this conversation before you signed in: it is not among your conversations, and is deleted {count} day after the last message.',
    other:
      'You began this conversation before you signed in: it is not among your conversations, and is deleted {count} days after the last message.',
  },
  'anonymous.next': 'What you write now begins a new conversation, which is kept among yours.',
  'anonymous.parting': 'Your new conversation begins here. What stands above is not part of it.',
  'anonymous.signIn': 'Sign in to keep your conversations',

  'conversations.title': 'Your conversations',
  'conversations.new': 'New conversation',
  'conversations.none': 'There are none yet.',
  'conversations.more': 'Show older ones',
  'conversations.failed': 'Your conversations could not be loaded.',
  'conversations.deleteOf': 'Delete “{title}”',

  'confirm.title': 'Delete this conversation?',
  'confirm.text': 'Its messages and your ratings are deleted for good.',
  'confirm.delete': 'Delete',
  'confirm.cancel': 'Keep it',

  'leave.title': 'Leave before the reply is there?',
  'leave.text': 'A reply is on its way. This conversation is in no list: you could not come back to it.',
  'leave.stay': 'Stay',
  'leave.leave': 'Leave',

  'conversation.label': 'Conversation',
  'conversation.delete': 'Delete this conversation',
  'conversation.deleted': 'The conversation was deleted.',
  'conversation.earlier': 'Show earlier messages',
  'conversation.loading': 'Loading the conversation …',
  'conversation.opened': 'The conversation is shown.',
  'conversation.gone': 'That conversation is no longer there. You can begin a new one.',
  'conversation.latest': 'Go on to the end',

  'message.you': 'You',
  'message.edit': 'Edit',
  'message.assistant': 'Assistant',
  'message.emergency': 'Emergency',
  'message.writing': 'The assistant is writing …',
  'message.stop': 'Stop reading along',
  'message.stopped': 'You stopped reading along. The reply is written to its end all the same, and kept.',
  'message.readOn': 'Read on',
  'message.replied': 'The assistant replied: {text}',
  'message.offline': 'Simple answers from the platform’s catalogue',

  'emergency.title': 'This may be an emergency',
  'emergency.text':
    'Please do not stay alone with this. The answer below says what to do now and who can help.',
  'emergency.link': 'What to do now',
  'emergency.country': 'Which country are you in?',
  'emergency.call': 'Numbers to call in {country}:',
  'emergency.noNumber': 'No ambulance number is known here for {country}.',

  'firstAid.title': 'First aid',
  'firstAid.close': 'Close',
  'firstAid.loading': 'First aid is being loaded …',

  'offline.line': 'You are offline. Numbers and first aid work, and what you write stays in this tab.',
  'offline.back': 'You are connected again.',
  'offline.continue': 'Go on',

  'composer.label': 'Your message',
  'composer.placeholder': 'Ask a health question',
  'composer.hint': 'Enter sends; Shift and Enter begin a new line.',
  'composer.send': 'Send',
  'composer.remaining': { one: 'Room for {count} more character', other: 'Room for {count} more characters' },
  'composer.wait': 'The assistant is still writing. You can send this when the reply is complete.',

  'rating.label': 'Rate this reply',
  'rating.up': 'Good reply',
  'rating.down': 'Poor reply',
  'rating.why': 'Why? (if you like)',
  'rating.comment': 'In your own words (if you like)',
  'rating.send': 'Send',
  'rating.close': 'Close',
  'rating.kept': 'Thank you. Your rating was kept.',
  'rating.failed': 'Your rating could not be kept. Please try again.',
  'rating.helpful': 'Helpful',
  'rating.clear': 'Easy to understand',
  'rating.incorrect': 'Not correct',
  'rating.unsafe': 'Unsafe advice',
  'rating.misunderstood': 'Misunderstood me',
  'rating.incomplete': 'Something is missing',
  'rating.unclear': 'Hard to understand',
  'rating.wrongLanguage': 'Wrong language',
  'rating.other': 'Something else',

  'problem.retry': 'Try again',
  'problem.offline': 'There is no connection. Check your network, then try again.',
  'problem.reconnecting': 'The connection was lost. Connecting again: the reply goes on where it was.',
  'problem.reconnected': 'Connected again.',
  'problem.busy': 'Too many messages are being sent just now.',
  'problem.emergency': 'In an emergency do not wait: go to the nearest hospital now.',
  'problem.wait': {
    one: 'You can try again in {count} second.',
    other: 'You can try again in {count} seconds.',
  },
  'problem.signIn': 'If you sign in, you need not wait.',
  'problem.session': 'Your session has ended. Sign in again to go on; what you wrote is kept in this tab.',
  'problem.otherAccount':
    'Somebody else is now signed in on this device. Read the advice first; then reload the page to go on.',
  'problem.reload': 'Reload the page',
  'problem.reply': 'The reply could not be written. Your message was kept.',
  'problem.reading': 'The reply could not be read to its end.',
  'problem.busyReading': 'Too many replies are being read just now.',
  'problem.signOut': 'You could not be signed out.',
  'problem.delete': 'The conversation could not be deleted.',
  'problem.message': 'The message could not be sent.',
  'problem.unsent': 'This message may not have been sent.',
  'problem.failed': 'Something went wrong. Please try again in a moment.',
} as const satisfies Readonly<Record<string, Message>>;

export type ChatMessageKey = keyof typeof en;

/** The texts of one language. */
export type ChatMessages = TextsOf<typeof en>;
