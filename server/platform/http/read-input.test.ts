import type { FastifyRequest } from 'fastify'
import { expect, it } from 'vitest'
import { z } from 'zod'
import { PersonName } from '#contract/names.ts'
import type { RouteDef } from '#contract/route.ts'
import { readInput } from './read-input.ts'

const route = {
  body: z.object({ first_name: PersonName, nickname: z.string().refine((text) => text !== 'x') }),
} as unknown as RouteDef

const reading = (body: object) =>
  readInput(route, { isMultipart: () => false, body, query: {}, params: {} } as FastifyRequest)

it('refuses a name with an emoji with the sentence and the usual code', async () => {
  await expect(reading({ first_name: 'Ana 🚗', nickname: 'x' })).rejects.toMatchObject({
    code: 'invalid_request',
    fields: { first_name: 'El nombre no puede llevar «🚗».', nickname: 'El valor no es válido.' },
  })
})

it('knows a repeat by what was sent, also by a release with other defaults', async () => {
  const idempotencyKey = async (body: object, shape: z.ZodRawShape, tripId = 'a') => {
    const headers = { 'idempotency-key': 'one-key-1' }
    const idempotent = { except: ['keepId'] }
    const loose = { body: z.looseObject(shape), params: z.object({ tripId: z.string() }) }
    const request = { isMultipart: () => false, body, headers, query: {}, params: { tripId } }
    const read = await readInput(
      { ...loose, idempotent } as unknown as RouteDef,
      request as unknown as FastifyRequest,
    )
    return read.idempotencyKey
  }
  const shape = { seats: z.int(), stops: z.array(z.object({ id: z.int() })) }
  const via = z.boolean().default(false)
  const newer = { ...shape, pets: via, stops: z.array(z.object({ id: z.int(), via })) }
  const body = { seats: 1, stops: [{ id: 1 }, { id: 2 }] }
  const first = await idempotencyKey(body, shape)
  expect(first).toEqual({ text: 'one-key-1', sentHash: expect.stringMatching(/^[0-9a-f]{64}$/) })
  const same = { stops: body.stops, seats: 1, keepId: 'kept' }
  expect(await idempotencyKey(same, newer)).toEqual(first)
  for (const other of [
    { ...body, seats: 2 },
    { ...body, stops: body.stops.toReversed() },
  ]) {
    expect(await idempotencyKey(other, shape)).not.toEqual(first)
  }
  expect(await idempotencyKey(body, shape, 'b')).not.toEqual(first)
})

it.each([
  [{}, 'Este campo es obligatorio.'],
  [{ amount: 20_000.5 }, 'Debe ser un número entero.'],
  [{ amount: '20000' }, 'El valor no es válido.'],
])('says of %j what is wrong', async (body, sentence) => {
  const money = { body: z.object({ amount: z.int() }) } as unknown as RouteDef
  const request = { isMultipart: () => false, body, query: {}, params: {} } as FastifyRequest
  await expect(readInput(money, request)).rejects.toMatchObject({ fields: { amount: sentence } })
})

it('asks for an empty text, and says how short another one is', async () => {
  const texts = z.object({ first: z.string().min(1), second: z.string().min(5) })
  const request = { isMultipart: () => false, body: { first: '', second: 'a' }, query: {} }
  await expect(
    readInput({ body: texts } as unknown as RouteDef, request as unknown as FastifyRequest),
  ).rejects.toMatchObject({
    fields: { first: 'Este campo es obligatorio.', second: 'Escribe al menos 5 caracteres.' },
  })
})
