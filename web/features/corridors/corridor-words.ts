import { FULL_REFUND_AHEAD_HOURS, SECOND_THOUGHTS_MINUTES } from '#contract/booking-limits.ts'
import { titled } from '#web/lib/brand.ts'
import { dateLong, duration, number, pesos } from '#web/lib/format.ts'
import type { DescribedPage } from '#web/lib/page-meta.ts'
import { paths } from '#web/lib/paths.ts'
import type { Corridor } from './corridors.ts'

/** Title and description for search engines: at most 60 and 160 characters. */
export function describe({ from, to, km, minutes, seat }: Corridor): DescribedPage {
  return {
    path: paths.corridor(from.slug, to.slug),
    title: titled(`${from.name} a ${to.name}: viajes compartidos`),
    name: `${from.name} a ${to.name}`,
    description:
      `Viaja de ${from.name} a ${to.name} compartiendo gastos: ${number(km)} km, ` +
      `${duration(minutes)} y ${pesos(seat.recommended)} recomendados por cupo, con tope.`,
    image: 'home',
  }
}

/** A date in Spanish: `viernes, 20 de noviembre de 2026`. */
export function dayOf(date: string): string {
  return `${dateLong(date)} de ${date.slice(0, 4)}`
}

/** Three frequent questions, answered with the figures of this corridor. */
export function questionsOf(corridor: Corridor): { question: string; answer: string }[] {
  const { from, to, km, minutes, seat, cost, seats } = corridor
  return [
    {
      question: `¿Cuánto cuesta ir de ${from.name} a ${to.name}?`,
      answer:
        `Lo pone cada conductor, con un tope. Con ${seats} cupos recomendamos ` +
        `${pesos(seat.recommended)} por persona y nadie puede pedir más de ${pesos(seat.max)}: ` +
        `es repartir ${pesos(cost.total)} de combustible y peajes conocidos, no una ganancia.`,
    },
    {
      question: '¿Cuánto se demora el viaje?',
      answer:
        `Son ${number(km)} km y calculamos ${duration(minutes)} manejando, sin contar paradas, ` +
        'trancones ni cierres de vía. Cada viaje publicado muestra su hora de llegada estimada.',
    },
    {
      question: '¿Qué pasa con mi dinero si el viaje no sale?',
      answer:
        'Si pagas con tu billetera y el conductor cancela, recibes el 100 %. Si cancelas tú con ' +
        `${FULL_REFUND_AHEAD_HOURS} horas o más de anticipación, también; con menos, y pasados ` +
        `${SECOND_THOUGHTS_MINUTES} minutos de la reserva, la mitad queda para el conductor.`,
    },
  ]
}
