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
