import {
  channels,
  defineMessage,
  instantFormat,
  NOT_YOU,
  pesosFormat,
} from '#server/domains/foundation/notifications/notifications.public.ts'
import type { AnyMessage, MailContent } from '#server/platform/room-message.ts'

/** Facts of a withdrawal in messages. `account`: its title and the end of its number. */
type Facts = { pesos: number; reference: string; account: string }

export const payoutAccountAdded = defineMessage({
  name: 'payout_account_added',
  topic: 'account',
  channels: channels.duty,
  /** `path`: page on which the person denies having added the account. */
  words: (data: { account: string; masked: string; usableFrom: string; path: string }, site) => ({
    subject: 'Agregaste una cuenta para retirar',
    heading: 'Hay una cuenta nueva para tus retiros',
    paragraphs: [
      'Por seguridad, no se puede retirar a ella antes de la hora de abajo.',
      'Si no fuiste tú, quítala ahora: también cerramos tus demás sesiones.',
    ],
    action: { label: 'No fui yo', url: `${site}${data.path}` },
    facts: [
      ['Cuenta', `${data.account} ${data.masked}`],
      ['Se puede usar desde', instantFormat.format(new Date(data.usableFrom))],
    ],
    closing: ['Si fuiste tú, no tienes que hacer nada.'],
  }),
})

export const payoutAccountRemoved = defineMessage({
  name: 'payout_account_removed',
  topic: 'account',
  channels: channels.duty,
  words: (data: { account: string; masked: string }, site) => ({
    subject: 'Quitaste una cuenta de tus retiros',
    heading: 'Quitaste una cuenta de tus retiros',
    paragraphs: ['Ya no se puede retirar a ella.'],
    action: withdrawals(site),
    facts: [['Cuenta', `${data.account} ${data.masked}`]],
    closing: [`${NOT_YOU}, cambia tu contraseña y responde a este correo.`],
  }),
})

/** Mail text of a withdrawal that is on its way. */
const onItsWay =
  ({ heading, text, closing = [] }: { heading: string; text: string; closing?: string[] }) =>
  (data: Facts, site: string): MailContent => ({
    subject: `${heading}: ${pesosFormat.format(data.pesos)}`,
    heading,
    paragraphs: [text],
    action: withdrawals(site),
    facts: factsOf(data),
    closing,
  })

export const withdrawalRequested = defineMessage({
  name: 'withdrawal_requested',
  topic: 'money',
  channels: channels.duty,
  words: onItsWay({
    heading: 'Pediste un retiro',
    text: 'Lo apartamos de tu saldo. Una persona del equipo lo revisa antes de enviarlo.',
    closing: [`${NOT_YOU}, cancélalo en Retirar y cambia tu contraseña.`],
  }),
})

export const withdrawalApproved = defineMessage({
  name: 'withdrawal_approved',
  topic: 'money',
  channels: channels.onlyApp,
  words: onItsWay({
    heading: 'Aprobamos tu retiro',
    text: 'Lo enviamos a tu cuenta en el próximo envío.',
  }),
})

export const withdrawalSent = defineMessage({
  name: 'withdrawal_sent',
  topic: 'money',
  channels: channels.onlyApp,
  words: onItsWay({
    heading: 'Tu retiro va en camino',
    text: 'Según tu banco llega hoy o en uno o dos días hábiles. Te avisamos cuando llegue.',
  }),
})

export const withdrawalPaid = defineMessage({
  name: 'withdrawal_paid',
  topic: 'money',
  channels: channels.duty,
  words: onItsWay({ heading: 'Tu retiro llegó', text: 'El dinero ya está en tu cuenta.' }),
})

export const withdrawalCancelled = defineMessage({
  name: 'withdrawal_cancelled',
  topic: 'money',
  channels: channels.onlyApp,
  words: onItsWay({
    heading: 'Cancelaste tu retiro',
    text: 'El dinero está otra vez en tu saldo.',
  }),
})

/** Mail text of money that returned to the balance, with the reason. */
const cameBack =
  ({ heading, subject = heading, text }: { heading: string; subject?: string; text: string }) =>
  (data: Facts & { reason: string }, site: string): MailContent => ({
    subject,
    heading,
    paragraphs: [text],
    action: withdrawals(site),
    facts: [...factsOf(data), ['Por qué', data.reason]],
    closing: ['Si crees que es un error, responde a este correo.'],
  })

export const withdrawalFailed = defineMessage({
  name: 'withdrawal_failed',
  topic: 'money',
  channels: channels.duty,
  words: cameBack({
    subject: 'Tu retiro no llegó: el dinero está en tu saldo',
    heading: 'Tu retiro no llegó',
    text: 'El dinero está otra vez en tu saldo.',
  }),
})

export const withdrawalRejected = defineMessage({
  name: 'withdrawal_rejected',
  topic: 'money',
  channels: channels.duty,
  words: cameBack({
    subject: 'No aprobamos tu retiro: el dinero está en tu saldo',
    heading: 'No aprobamos tu retiro',
    text: 'El dinero está otra vez en tu saldo.',
  }),
})

export const withdrawalStopped = defineMessage({
  name: 'withdrawal_stopped',
  topic: 'money',
  channels: channels.duty,
  words: cameBack({
    heading: 'Tu retiro no salió',
    // A debt can have taken the returned money.
    text: 'El dinero volvió a tu billetera. Si debías algo, primero se pagó con él.',
  }),
})

const withdrawals = (site: string) => ({ label: 'Ver mis retiros', url: `${site}/retirar` })

function factsOf({ pesos, account, reference }: Facts): [string, string][] {
  return [
    ['Valor', pesosFormat.format(pesos)],
    ['Cuenta', account],
    ['Referencia', reference],
  ]
}

export const withdrawalsMessages: AnyMessage[] = [
  payoutAccountAdded,
  payoutAccountRemoved,
  withdrawalRequested,
  withdrawalApproved,
  withdrawalSent,
  withdrawalPaid,
  withdrawalCancelled,
  withdrawalFailed,
  withdrawalRejected,
  withdrawalStopped,
]
