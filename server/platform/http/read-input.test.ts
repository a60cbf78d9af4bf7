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

it.each([
  [{}, 'Este campo es obligatorio.'],
  [{ amount: 20_000.5 }, 'Debe ser un número entero.'],
  [{ amount: '20000' }, 'El valor no es válido.'],
])('says of %j what is wrong', async (body, sentence) => {
  const money = { body: z.object({ amount: z.int() }) } as unknown as RouteDef
  const request = { isMultipart: () => false, body, query: {}, params: {} } as FastifyRequest
  await expect(readInput(money, request)).rejects.toMatchObject({ fields: { amount: sentence } })
})
