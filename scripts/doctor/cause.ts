// Says why another service did not answer, for the operator.

/** Codes of Node, nodemailer and the client of the bucket, and HTTP statuses. */
const CAUSES: [RegExp, string][] = [
  [/^(ENOTFOUND|EAI_AGAIN|EDNS)$/, 'DNS: ese nombre no existe'],
  [/CERT|SELF_SIGNED|UNABLE_TO_|TLS|SSL/, 'certificado: venció, es de otro nombre o no vale'],
  [/^(ECONNREFUSED|EHOSTUNREACH|ENETUNREACH)$/, 'puerto: nadie escucha ahí'],
  [/TIMEOUT|TIMEDOUT/i, 'puerto: no contesta a tiempo; mira el cortafuegos'],
  [
    /^(401|403|535|EAUTH|InvalidAccessKeyId|SignatureDoesNotMatch|AccessDenied)$/,
    '401: la llave o la clave no vale',
  ],
  [/^5\d\d$/, 'falla de su lado'],
]

/** Returns the cause of a failed call, or of an HTTP status; '' for an unknown one. */
export function causeOf(failure: unknown): string {
  for (let each = failure; each !== undefined && each !== null; each = causeIn(each)) {
    const found = CAUSES.find(([pattern]) => marksOf(each).some((mark) => pattern.test(mark)))
    if (found) return found[1]
  }
  return ''
}

function causeIn(failure: unknown): unknown {
  return failure instanceof Error ? failure.cause : undefined
}

function marksOf(failure: unknown): string[] {
  if (!(failure instanceof Error)) return [String(failure)]
  const { code, responseCode, name } = failure as { code?: unknown; responseCode?: unknown } & Error
  return [code, responseCode, name].filter(Boolean).map(String)
}

/** Adds the cause, if it is known, to what was found. */
export function withCause<F extends { what: string }>(finding: F, failure: unknown): F {
  const cause = causeOf(failure)
  return cause === '' ? finding : { ...finding, what: `${finding.what} (${cause})` }
}
