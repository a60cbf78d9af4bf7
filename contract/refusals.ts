import type { z } from 'zod'
import { AMOUNT_NOT_WHOLE, Pesos } from './common.ts'
import type { ErrorCode } from './errors.ts'
import type { RouteDef } from './route.ts'

/** Tells whether an expelled person can use a route: reads of own data, and listed routes. */
export function isOpenToExpelled({
  auth,
  method,
  whenExpelled,
}: Pick<RouteDef, 'auth' | 'method' | 'whenExpelled'>): boolean {
  return whenExpelled === true || (auth === 'live' && method === 'GET')
}

/** Tells whether a schema asks for an amount in pesos, at any depth. */
function asksPesos(schema: z.core.$ZodType | undefined): boolean {
  if (!schema || schema === Pesos) return schema === Pesos
  const { innerType, element, options, shape } = schema._zod.def as {
    innerType?: z.core.$ZodType
    element?: z.core.$ZodType
    options?: z.core.$ZodType[]
    shape?: Record<string, z.core.$ZodType>
  }
  return [innerType, element, ...(options ?? []), ...Object.values(shape ?? {})].some(asksPesos)
}

/**
 * Codes with which the server refuses a call before its use case, derived from the declaration:
 * identity, permission, input and limit. Failures of the service (5xx) are not among them.
 */
function guardRefusals(route: RouteDef): ErrorCode[] {
  const { auth, method, params, body, idempotent, limit } = route
  const reads = method === 'GET'
  const known = auth !== 'public' && auth !== 'optional'
  const codes: Partial<Record<ErrorCode, unknown>> = {
    invalid_request: true,
    // The router refuses a part of an address that is too long for an id.
    not_found: params,
    [AMOUNT_NOT_WHOLE]: asksPesos(body),
    invalid_json: !reads,
    payload_too_large: !reads,
    unsupported_media_type: !reads,
    invalid_idempotency_key: idempotent,
    idempotency_mismatch: idempotent,
    unauthenticated: known,
    token_expired: known,
    forbidden: typeof auth === 'object',
    second_factor_required: typeof auth === 'object',
    account_expelled: known && !isOpenToExpelled(route),
    rate_limited: limit,
  }
  return (Object.keys(codes) as ErrorCode[]).filter((code) => codes[code])
}

/** Every code with which a call is refused: of its guards, and those that it declares. */
export function refusalsOf(route: RouteDef): ErrorCode[] {
  return [...new Set([...guardRefusals(route), ...route.errors])]
}
