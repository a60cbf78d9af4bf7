// Messages to the team on duty. They contain no name and no position.
import {
  channels,
  defineMessage,
  instantFormat,
  plural,
} from '#server/modules/foundation/notifications/index.ts'
import type { MailContent } from '#server/platform/message.ts'

const when = (at: string) => instantFormat.format(new Date(at))

type Called = { kind: 'emergency' | 'drill'; pressedAt: string; incidentId: string | null }

/** Message about an emergency. An SMS contains the heading and the address only. */
function emergency({ pressedAt, incidentId }: Called, site: string): MailContent {
  const heading = 'Emergencia en un viaje. Tómala ya'
  return {
    heading,
    paragraphs: ['Alguien pidió ayuda. Ábrela y toca «Lo tengo»: ahí ves cómo llamarle.'],
    action: { label: 'Abrir la emergencia', url: `${site}/admin/incidents/${incidentId ?? ''}` },
    facts: [['La marcó', when(pressedAt)]],
    closing: ['Si nadie la toma, en minutos llamamos a más personas del equipo.'],
  }
}

function drill({ pressedAt }: Called, site: string): MailContent {
  const heading = 'SIMULACRO, no es una emergencia. Respóndelo'
  return {
    heading,
    paragraphs: ['Nadie está en peligro. Ábrelo y toca «Lo tengo», como en una emergencia.'],
    action: { label: 'Responder el simulacro', url: `${site}/admin/duty` },
    facts: [['Empezó', when(pressedAt)]],
    closing: ['Así sabemos que una emergencia de verdad te llega.'],
  }
}

export const dutyCall = defineMessage('duty_call', 'account', {
  channels: { ...channels.duty, rings: true },
  words: (data: Called, site) =>
    data.kind === 'drill' ? drill(data, site) : emergency(data, site),
})

export const rosterGap = defineMessage('roster_gap', 'account', {
  channels: channels.desk,
  words: (data: { from: string; to: string; hours: number }, site) => {
    const left = `${data.hours === 1 ? 'queda' : 'quedan'} ${plural(data.hours, 'hora', 'horas')}`
    return {
      heading: 'Hay horas sin nadie de guardia',
      paragraphs: [
        `Alguien dejó el equipo, y en los próximos 14 días ${left} sin nadie de guardia.`,
        'Mientras tanto, una emergencia a esas horas llama a quienes administran.',
      ],
      action: { label: 'Completar la guardia', url: `${site}/admin/duty` },
      facts: [['El primer hueco', `${when(data.from)} a ${when(data.to)}`]],
    }
  },
})
