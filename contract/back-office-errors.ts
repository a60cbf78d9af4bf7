/** Errors that only the team can get; part of the table in `errors.ts`. */
export const backOfficeErrors = {
  reveal_subject_not_found: [404, 'Ese caso no es de esta persona.'],
  nothing_to_reveal: [404, 'Esta persona no nos dio ese dato.'],
  ledger_account_not_found: [404, 'No encontramos esa cuenta del libro.'],
  ledger_transfer_not_found: [404, 'No encontramos ese movimiento del libro.'],
  month_not_found: [404, 'Ese mes no está cerrado.'],
  month_not_next: [409, 'Los meses se cierran en orden: cierra primero el anterior.'],
  month_not_over: [409, 'Ese mes todavía no termina.'],
  month_cases_open: [409, 'Quedan casos de pagos de ese mes por resolver.'],
  month_not_compared: [409, 'Faltan días de ese mes por conciliar con la pasarela.'],
  month_not_chained: [409, 'El libro todavía no cubre ese mes. Intenta en unos minutos.'],
} as const
