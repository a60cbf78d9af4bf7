import {
  CARD_WAIT_DAYS,
  EARNINGS_WAIT_HOURS,
  TRANSFER_WAIT_DAYS,
} from '#contract/withdrawal-limits.ts'

/** Text shown before a top-up and before a withdrawal. */
export const WHEN_TO_WITHDRAW =
  'Al reservar gastamos primero tus recargas y al final tus ganancias. Puedes retirar tus ' +
  `ganancias a las ${EARNINGS_WAIT_HOURS} horas y lo que quede de una recarga a los ` +
  `${CARD_WAIT_DAYS} días (tarjeta) o ${TRANSFER_WAIT_DAYS} días (PSE, Nequi, Bancolombia).`
