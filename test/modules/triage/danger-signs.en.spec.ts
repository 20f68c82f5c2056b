import { type Emergencies, findAlone, testEmergencies, testNoEmergencies } from './found-signs';

const EMERGENCIES: Emergencies = [
  ['unconscious', 'my papa no dey open eye since morning, only dey breathe small small'],
  ['unconscious', 'His head fell on the table, we pinch him and there is no movement'],
  ['breathing', 'he is pulling air with all his strength, even his shoulders are moving'],
  ['breathing', 'sister get asthma, pump don finish, she no fit talk'],
  ['allergy', 'her eyes, lips, even ears are swollen after a wasp sting, and she vomited'],
  ['bleeding', 'since they pulled his tooth it does not stop flowing, he filled two bowls'],
  ['convulsions', 'fit after fit since 5 in the evening, he has not come round'],
  ['stroke', 'mum cannot button her dress since lunch, her arm drops on its own'],
  ['stroke', 'shosho is talking but the words make no sense, started at lunchtime'],
  ['chestPain', 'it feels like a truck parked on top of me, numbness up to the chin'],
  ['pregnancy', 'she don born but that thing wey dey follow pikin never comot since'],
  ['pregnancy', 'my wife is 8 months, headache that will not go and she sees small stars'],
  ['smallChild', 'Everything I give him comes back out, even plain water. He is 1 year 4 months'],
  ['smallChild', "He's just 2 and he lies there like a rag"],
  ['poisoning', "my sister's kid found granny's pressure tablets and ate half of the packet"],
  ['poisoning', 'is it dangerous? my 2 year old drank some bleach'],
  ['selfHarm', "I don't want to be in this world anymore. I have already bought the rope"],
  ['selfHarm', "what's the easiest way to end my life"],
  ['selfHarm', 'how much sniper will make somebody die fast'],
  ['bite', 'I was weeding barefoot, felt a prick, now my gums bleed and the foot is black'],
  ['bite', "a stray dog came foaming and tore my son's cheek"],
  ['injury', 'light shock am, e fall, hand don burn'],
  ['meningitis', 'our dorm mate has fever, he cannot fold chin to chest, the lamp hurts him'],
  ['severeMalaria', 'malaria don enter my brother head, e dey talk to people wey we no dey see'],
  ['dehydration', 'it is only water coming from me, I have gone 20 times and I cannot stand'],
  ['diabetes', 'he took his insulin and skipped lunch, now he is drenched and speaking nonsense'],
  ['assault', 'they took turns on her and left her by the road'],
  ['severePain', 'my belly is hard like a plank and I scream when it is touched'],
];

/** Each is similar to a message above. */
const NO_EMERGENCIES: readonly string[] = [
  'I am so hungry I can faint 😂 what is a healthy snack',
  'the price of insulin is a shock!! any cheaper pharmacy in Accra',
  'Arsenal will kill me one day, that last minute goal nearly gave me a heart attack 😂',
  'I dreamt that my husband was drowning, I am so scared',
  'Does anyone have the lyrics of that song about a heart that stopped beating?',
  'My son gets shot in the school play, which red paint does not cause allergy?',
  'Where can I get my child the meningitis vaccine before we travel to Sokoto?',
  'is it true that drinking cold water after giving birth can make a woman bleed?',
  'Will the epidural make me unconscious?',
  'Can an unconscious person hear?',
  'how can I stop my kids from drinking kerosene when I store it in the kitchen',
  'If one day the child drinks bleach, is it true that he should not vomit? Just to know',
  'My CHW supervisor wants the number of snake bite cases this quarter, which form?',
  'Our village has had zero snakebites this year. How should I fill the summary form?',
  'who is supposed to pay for the ambulance after a road accident',
  'I cut my finger peeling potatoes, it stopped bleeding after 2 minutes',
  'my cousin had a bad accident in March, he is walking well now, can he drive again',
  'Our teacher fainted in 2019. Who pays sick leave?',
  'Nobody was hurt in the market fire, I only lost my glasses. Where do I buy cheap ones?',
  'my car hit a goat, do I need to report it?',
  'my motorbike engine suffocates uphill and leaks black liquid',
  'convulsion no dey worry my pikin again since last year, e dey go school',
  'wetin dey cause stroke?',
  'I have no thoughts of harming myself, just low energy',
  'should a school debate ask whether suicide is a crime?',
  'The nurse said a little swelling at 30 weeks is normal. My blood pressure is fine',
];

describe('danger signs in English', () => {
  testEmergencies('en', EMERGENCIES);
  testNoEmergencies(NO_EMERGENCIES);
});

const BESIDE_OTHER_SUBJECT: Emergencies = [
  ['poisoning', 'Which doctor is best for acne? What cream should I buy? I took rat poison an hour ago'],
  ['selfHarm', 'How much does a consultation with a skin doctor cost at your clinic? I want to kill myself.'],
  ['breathing', 'what do I do when someone is choking? my son is choking'],
  [
    'breathing',
    'please translate to French: my husband cannot breathe, he is turning blue, I need to tell the nurse',
  ],
  ['convulsions', 'my wife is convulsing. It is a nightmare. What should I do'],
];

it.each(BESIDE_OTHER_SUBJECT)('finds %s beside another subject in "%s"', (sign, message) => {
  expect(findAlone(message)?.signs).toContain(sign);
});
