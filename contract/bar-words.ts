import type { Standing } from './conduct.ts'

/** Standings in which a person can neither publish nor book. */
export type Bar = Exclude<Standing, 'good' | 'warned'>

const titles: Record<Bar, string> = {
  paused: 'Tu cuenta está en pausa',
  suspended: 'Tu cuenta está suspendida',
  expelled: 'Tu cuenta está cerrada a los viajes',
}

export const isBar = (standing: Standing): standing is Bar => standing in titles

/**
 * What a barred person reads, everywhere the same.
 * @param until end of a suspension, inside a sentence: `el viernes 20 de noviembre`
 */
export function barWords(bar: Bar, until: string | null): { title: string; text: string } {
  const term = { paused: 'Mientras revisamos', suspended: `Hasta ${until}`, expelled: 'Ya' }[bar]
  const trips =
    bar === 'expelled'
      ? ''
      : ', y tus viajes no se venden: los que sigan así 12 horas antes de salir se cancelan y ' +
        'devolvemos lo pagado'
  const text =
    `${term} no puedes publicar ni reservar${trips}. Tu saldo y tus ganancias siguen siendo ` +
    'tuyos, y puedes entrar a tu billetera y a tus datos.'
  return { title: titles[bar], text }
}
