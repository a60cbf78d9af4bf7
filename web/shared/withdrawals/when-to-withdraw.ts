import {
  CARD_WAIT_DAYS,
  EARNINGS_WAIT_HOURS,
  EARNINGS_WAIT_MAX_DAYS,
  TRANSFER_WAIT_DAYS,
} from '#contract/withdrawal-limits.ts'

/** What a person needs to take money out; shown before a top-up. */
export const NEEDED_TO_WITHDRAW =
  'Para retirar necesitas tu identidad verificada y una cuenta a tu nombre (banco, Nequi, ' +
  'Daviplata o llave Bre-B).'

/** Text shown before a top-up and before a withdrawal. */
export const WHEN_TO_WITHDRAW =
  'Al reservar gastamos primero tus recargas y al final tus ganancias. Puedes retirar tus ' +
  `ganancias a las ${EARNINGS_WAIT_HOURS} horas (hasta ${EARNINGS_WAIT_MAX_DAYS} días en tus ` +
  'primeros viajes, o si no leíste el tiquete) y lo que quede de una recarga a los ' +
  `${CARD_WAIT_DAYS} días (tarjeta) o ${TRANSFER_WAIT_DAYS} días (PSE, Nequi, Bancolombia).`
