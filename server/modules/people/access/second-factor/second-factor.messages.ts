import {
  channels,
  defineMessage,
  NOT_YOU,
  occasion,
} from '#server/modules/foundation/notifications/index.ts'

const SECOND_FACTOR = {
  added: 'Agregaste un segundo paso a tu cuenta',
  removed: 'Se quitó un segundo paso de tu cuenta',
  recovery_used: 'Se usó un código de recuperación',
  codes_replaced: 'Tus códigos de recuperación cambiaron',
  reset: 'Administración quitó tu segundo paso',
} as const

export const secondFactorChanged = defineMessage('second_factor_changed', 'account', {
  channels: channels.duty,
  path: '/profile/seguridad',
  words: (data: { what: keyof typeof SECOND_FACTOR; at: string }, site) => {
    const isReset = data.what === 'reset'
    return {
      subject: `${SECOND_FACTOR[data.what]} en Cupo`,
      heading: SECOND_FACTOR[data.what],
      paragraphs: [
        isReset
          ? 'La próxima vez que abras las pantallas del equipo, elige uno nuevo.'
          : 'Con él confirmas que eres tú en las pantallas del equipo.',
      ],
      action: { label: 'Ver mi cuenta', url: `${site}/profile/seguridad` },
      facts: occasion(data.at, null),
      closing: [`${NOT_YOU}, cambia tu contraseña ahora mismo y avísale a tu equipo.`],
    }
  },
})
