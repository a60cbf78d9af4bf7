import {
  channels,
  defineMessage,
  unlinked,
} from '#server/modules/foundation/notifications/index.ts'
import { points } from '../points-words.ts'

export const referralPaid = defineMessage('referral_paid', 'news', {
  channels: channels.everywhere,
  words: (data: { name: string; points: number }, site) => {
    const heading = `Ganaste ${points(data.points)} por invitar`
    return {
      heading,
      paragraphs: [`Es por la invitación con ${unlinked(data.name)} y su primer viaje. Gracias.`],
      action: { label: 'Ver mis puntos', url: `${site}/recompensas` },
    }
  },
})
