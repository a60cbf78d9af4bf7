import {
  channels,
  defineMessage,
  NOT_YOU,
  type NoFacts,
  occasion,
} from '#server/modules/foundation/notifications/index.ts'
import { PROVIDER_TITLES, type ProviderName } from './providers.ts'

export const otherAccount = defineMessage<NoFacts>('other_account', 'account', {
  channels: channels.onlyMail,
  words: (_, site) => ({
    subject: 'Otra cuenta tenía tu correo sin confirmar',
    heading: 'Tu cuenta nueva quedó lista',
    paragraphs: [
      'Ya había una cuenta con este correo que nadie confirmó. Es otra, con su propio saldo.',
      'Si es tuya, entra con su contraseña y cámbiale el correo desde tu perfil.',
    ],
    action: { label: 'Ir a Cupo', url: `${site}/profile/correo` },
    closing: ['Si no es tuya, no hagas nada: quien la creó no entra a la tuya ni usa tu correo.'],
  }),
})

/** What became of a link, with `…` for the provider. */
const CHANGES = {
  linked: ['Vinculaste … a tu cuenta', 'Desde ahora también entras a Cupo con ….'],
  unlinked: [
    'Desvinculaste … de tu cuenta',
    'Con … ya no entras. Cerramos las sesiones que abrió.',
  ],
  revoked: [
    '… ya no abre tu cuenta',
    '… nos avisó que le quitaste el acceso: cerramos sus sesiones.',
  ],
} as const

type Changed = { provider: ProviderName; change: keyof typeof CHANGES; at: string }

export const identityChanged = defineMessage('identity_changed', 'account', {
  channels: channels.duty,
  path: '/profile/cuentas',
  words: ({ provider, change, at }: Changed, site) => {
    const [heading, sentence] = CHANGES[change]
    const named = (text: string) => text.replace('…', PROVIDER_TITLES[provider])
    return {
      heading: named(heading),
      paragraphs: [named(sentence)],
      facts: occasion(at, null),
      help: { title: '¿No fuiste tú?' },
      closing: [
        `${NOT_YOU}, cambia tu contraseña en ${site}/recuperar-cuenta.`,
        // A new password alone leaves the link.
        ...(change === 'linked' ? [named(`Después desvincula … en ${site}/profile/cuentas.`)] : []),
      ],
    }
  },
})

export const wayInLost = defineMessage('way_in_lost', 'account', {
  channels: channels.texted,
  words: ({ email, at }: { email: string; at: string }, site) => ({
    subject: 'Apple ya no abre tu cuenta de Cupo',
    heading: 'Apple ya no abre tu cuenta',
    paragraphs: [
      'Apple nos avisó que le quitaste el acceso. Tu saldo y tus viajes siguen igual.',
      `Para entrar, recupera tu cuenta con ${email} y elige una contraseña.`,
    ],
    action: { label: 'Recuperar mi cuenta', url: `${site}/recuperar-cuenta` },
    facts: occasion(at, null),
    closing: [`Si ese correo ya no te llega, el equipo te ayuda desde ${site}/contact.`],
  }),
})
