import '@fastify/multipart'
import type { FastifyRequest } from 'fastify'
import type { z } from 'zod'
import { AMOUNT_NOT_WHOLE } from '#contract/common.ts'
import { messageOf } from '#contract/errors.ts'
import type { RouteDef } from '#contract/route.ts'
import { AppError } from '../errors.ts'
import { type CallKey, sentHash } from '../idempotency.queries.ts'

export type UploadedFile = { bytes: Buffer; filename: string }

const KEY = /^[\x21-\x7e]{8,200}$/

/** Parses all input of a route. Errors: `invalid_request` and the upload errors. */
export async function readInput(route: RouteDef, request: FastifyRequest) {
  if (!route.file && request.isMultipart()) throw new AppError('unsupported_media_type')
  const form = route.file ? await readForm(route.file, request) : undefined
  return {
    params: parse(route.params, request.params, 'params'),
    query: parse(route.query, request.query, 'query'),
    body: parse(
      route.body,
      form ? form.fields : request.body === undefined ? {} : request.body,
      'body',
    ),
    file: form?.file,
    idempotencyKey: idempotencyKey(route, request),
  }
}

function parse(schema: z.ZodType | undefined, value: unknown, part: string): unknown {
  if (!schema) {
    if (part === 'query' && Object.keys(value as object).length > 0) {
      throw new AppError('invalid_request', { fields: { query: 'No se esperaban parámetros.' } })
    }
    return undefined
  }
  const result = schema.safeParse(value, { reportInput: true })
  if (result.success) return result.data
  const { issues } = result.error
  const fraction = issues.find(({ message }) => message === AMOUNT_NOT_WHOLE)
  if (!fraction) throw new AppError('invalid_request', { fields: fieldsOf(issues, part) })
  throw new AppError(AMOUNT_NOT_WHOLE, {
    fields: { ...fieldsOf(issues, part), [fraction.path.join('.')]: messageOf(AMOUNT_NOT_WHOLE) },
  })
}

type Issue = z.core.$ZodIssue

function fieldsOf(issues: readonly Issue[], part: string): Record<string, string> {
  return Object.fromEntries(
    issues.slice(0, 20).map((issue) => [issue.path.map(String).join('.') || part, sentence(issue)]),
  )
}

const REQUIRED = 'Este campo es obligatorio.'

/** Translates an issue of Zod into a sentence for the person who fills in the form. */
function sentence(issue: Issue): string {
  switch (issue.code) {
    case 'unrecognized_keys':
      return 'Hay campos que no se esperaban.'
    case 'too_small':
      if (issue.origin === 'string' && issue.minimum === 1) return REQUIRED
      return issue.origin === 'string'
        ? `Escribe al menos ${issue.minimum} caracteres.`
        : `Debe ser al menos ${issue.minimum}.`
    case 'too_big':
      return issue.origin === 'string'
        ? `Escribe máximo ${issue.maximum} caracteres.`
        : `Debe ser máximo ${issue.maximum}.`
    case 'invalid_type':
      if (issue.input === undefined) return REQUIRED
      return issue.expected === 'int' ? 'Debe ser un número entero.' : 'El valor no es válido.'
    case 'custom':
      // The contract's own sentence, which it marks.
      return issue.params?.told === true ? issue.message : 'El valor no es válido.'
    default:
      return 'El valor no es válido.'
  }
}

function idempotencyKey(route: RouteDef, request: FastifyRequest): CallKey | undefined {
  const header = request.headers['idempotency-key']
  if (!route.idempotent || header === undefined) return undefined
  if (typeof header !== 'string' || !KEY.test(header)) throw new AppError('invalid_idempotency_key')
  const { except } = { except: [], ...Object(route.idempotent) }
  return { text: header, sentHash: sentHash(request.params, request.body, except) }
}

type Form = { fields: Record<string, string>; file: UploadedFile }
type FileRule = { field: string; maxBytes: number }

async function readForm(file: FileRule, request: FastifyRequest): Promise<Form> {
  if (!request.isMultipart()) throw new AppError('unsupported_media_type')
  const { fields, upload } = await readParts(file, request).catch((error) =>
    refuseForm(error, file.maxBytes),
  )
  if (!upload || upload.bytes.length === 0) {
    throw new AppError('invalid_request', { fields: { [file.field]: 'Elige un archivo.' } })
  }
  return { fields, file: upload }
}

/** Maps errors of the form parser; only a file that is too large has its own error. */
function refuseForm(error: Error & { code?: string }, maxBytes: number): never {
  if (error instanceof AppError) throw error
  if (error.code === 'FST_REQ_FILE_TOO_LARGE') {
    const megabytes = Math.floor(maxBytes / 1024 ** 2)
    const message = `El archivo pesa más de ${megabytes} MB. Sube uno más liviano.`
    throw new AppError('payload_too_large', { message })
  }
  throw new AppError('invalid_request')
}

async function readParts(file: FileRule, request: FastifyRequest) {
  const fields: Record<string, string> = {}
  let upload: UploadedFile | undefined
  const limits = { fileSize: file.maxBytes, files: 1, fields: 20, fieldSize: 2_000 }
  for await (const part of request.parts({ limits })) {
    if (part.type === 'field') {
      // With two values the server could check one and use the other.
      const cut = part.fieldnameTruncated || part.valueTruncated
      if (cut || Object.hasOwn(fields, part.fieldname)) throw new AppError('invalid_request')
      fields[part.fieldname] = String(part.value)
    } else if (part.fieldname !== file.field) throw new AppError('invalid_request')
    else upload = { bytes: await part.toBuffer(), filename: part.filename }
  }
  return { fields, upload }
}
