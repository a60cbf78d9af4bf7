// Messages about personal data and about closing an account.
import {
  channels,
  defineMessage,
  instantFormat,
  type NoFacts,
} from '#server/modules/foundation/notifications/index.ts'
import type { Message, MessageWords } from '#server/platform/message.ts'

const moment = (instant: string) => instantFormat.format(new Date(instant))
const grouped = new Intl.NumberFormat('es-CO', { maximumFractionDigits: 0 })
const day = new Intl.DateTimeFormat('es-CO', { dateStyle: 'long', timeZone: 'UTC' })

/** Defines a message about the account, which nobody can switch off unless `where` differs. */
const aboutAccount = <Data>(
  name: string,
  words: Message<Data, MessageWords>['words'],
  where: Message<Data>['channels'] = channels.duty,
) => defineMessage<Data>(name, 'account', { channels: where, words })

/** Builds a message that links to *Mis datos* unless another action is given. */
function say(
  site: string,
  heading: string,
  paragraphs: string[],
  more: Partial<MessageWords> = {},
): MessageWords {
  const action = { label: 'Ver mis datos', url: `${site}/mis-datos` }
  return { heading, paragraphs, action, ...more }
}

export const exportReady = aboutAccount('export_ready', (data: { until: string }, site) =>
  say(site, 'Tu copia de datos está lista', ['Entra a tu cuenta para descargarla.'], {
    facts: [['Hasta', moment(data.until)]],
    closing: ['Si no la pediste, cambia tu contraseña.'],
  }),
)

export const closingAsked = aboutAccount('closing_asked', (data: { dueAt: string }, site) =>
  say(
    site,
    'Pediste cerrar tu cuenta',
    [
      'Mientras tanto no puedes reservar ni publicar.',
      'Si cambias de idea, entra y cancela el cierre antes de esa fecha.',
    ],
    {
      facts: [['Se cierra', moment(data.dueAt)]],
      closing: ['Si no fuiste tú, cancela el cierre y cambia tu contraseña.'],
    },
  ),
)

export const closingTakenBack = aboutAccount<NoFacts>('closing_taken_back', (_, site) =>
  say(site, 'Tu cuenta sigue abierta', ['Cancelaste el cierre. No borramos nada.']),
)

export const closingSoon = aboutAccount('closing_soon', (data: { dueAt: string }, site) =>
  say(site, 'Tu cuenta se cierra pronto', ['Ese día borramos tus datos y no hay regreso.'], {
    facts: [['Se cierra', moment(data.dueAt)]],
  }),
)

export const closingWaits = aboutAccount('closing_waits', (data: { debtPesos: number }, site) =>
  say(site, 'Todavía no cerramos tu cuenta', [
    data.debtPesos > 0
      ? `Debes $ ${grouped.format(data.debtPesos)}. Recarga tu billetera para pagarlos.`
      : 'Hay un viaje, una reserva, una recarga, un retiro, un reclamo o una revisión de tu ' +
        'plata sin terminar. Lo intentamos cada día.',
  ]),
)

type Closed = {
  pesos: number
  lapsedPesos: number
  /** Whether the owner has given the account to which the money is paid. */
  isPaid: boolean
  claim: string
}

export const accountClosed = aboutAccount(
  'account_closed',
  (data: Closed, site) =>
    say(site, 'Cerramos tu cuenta', closed(data), {
      action: { label: 'Ir a Cupo', url: `${site}/` },
      facts: data.pesos > 0 ? [['Número de tu reclamo', data.claim]] : [],
      ...(data.pesos > 0 &&
        !data.isPaid && {
          help: { title: '¿A qué cuenta los enviamos?', text: `Reclamo ${data.claim}: ` },
        }),
    }),
  channels.onlyMail,
)

/** `purpose`: absent in announcements of 0.2.0 and before, which are about the terms. */
type Coming = { version: string; changes: string; purpose?: 'terms' | 'privacy' }

export const termsComing = aboutAccount('terms_coming', (data: Coming, site) => {
  const from = day.format(new Date(`${data.version}T00:00:00.000Z`))
  const [title, label, path] =
    data.purpose === 'privacy'
      ? ['Cambia la política de privacidad', 'Leer la política', '/privacidad']
      : ['Cambian los términos y condiciones', 'Leer los términos', '/terms-and-conditions']
  return say(site, title, [data.changes], {
    action: { label, url: `${site}${path}` },
    facts: [['Desde', from]],
    closing: ['Si no estás de acuerdo, puedes cerrar tu cuenta sin costo antes de esa fecha.'],
  })
})

function closed({ pesos, lapsedPesos, isPaid }: Closed): string[] {
  const said = ['Borramos tus datos. Lo que la ley pide guardar queda sin tu nombre.']
  const sum = (amount: number) => `$ ${grouped.format(amount)}`
  if (lapsedPesos > 0) said.push(`Vencieron ${sum(lapsedPesos)} que eran solo para viajar.`)
  if (pesos === 0) return said
  const left = `En tu billetera quedaron ${sum(pesos)}. Siguen siendo tuyos`
  const how = isPaid
    ? 'te los enviamos a la cuenta que nos diste, apenas se puedan retirar.'
    : 'dinos con el botón de abajo a qué cuenta enviarlos, y tu número de documento.'
  return [...said, `${left}: ${how}`]
}
