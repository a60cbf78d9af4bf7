/** Messages for failure codes of the gateway that a person can act on. */
const REASONS: Record<string, string> = {
  D07: 'La cuenta no existe o no está activa.',
  C01: 'La cuenta no existe o no está activa.',
  D11: 'La cuenta no está a tu nombre.',
  KEY_CHANGED: 'La llave ya no es tuya o no está activa.',
  EXC_033: 'La llave no es válida.',
  EXC_034: 'La llave ya no existe.',
  EXC_035: 'La llave no está activa.',
  BANK_UNKNOWN: 'Ese banco no recibe pagos por ahora.',
  // Codes of gateway batches that end without a payment.
  NOT_APPROVED: 'El pago no fue aprobado. Puedes pedirlo otra vez.',
  REJECTED: 'La pasarela rechazó el pago. Puedes pedirlo otra vez.',
  AFE_REJECTED: 'La pasarela rechazó el pago. Escríbenos si vuelve a pasar.',
}

/** Returns the reason of a failed payout, for its owner. */
export function reasonOf(code: string | undefined): string {
  return REASONS[code ?? ''] ?? 'El banco no aceptó el pago. Revisa la cuenta o usa otra.'
}
