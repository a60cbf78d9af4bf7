import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { User } from '#contract/auth.ts'
import { type ErrorCode, isErrorCode, messageOf } from '#contract/errors.ts'
import type { FormAnswer } from '#contract/form-answer.ts'
import { isStaff } from '#contract/permissions.ts'
import { AppError } from './platform/errors.ts'
import { sendAnswerPage } from './platform/http/site.ts'
import type { SiteRenderer } from './platform/render/render-site.ts'

const FORM_BYTES_MAX = 16 * 1024
/** Cookie that tells the page that the browser has a session and must fetch its access token. */
const ENTERED = 'cupo_entered=1; Path=/; Max-Age=120; SameSite=Strict'

type Fields = Record<string, string>
type Call = { intent: string; path: string; body: object }

/** Returns the non-empty fields with these names. */
function given(fields: Fields, names: readonly string[]): Fields {
  const said = names.map((name) => [name, (fields[name] ?? '').trim()] as const)
  return Object.fromEntries(said.filter(([, value]) => value !== ''))
}

/** Maps the posted forms to calls of the API. */
const pages: Record<string, (fields: Fields) => Call> = {
  '/login': ({ email = '', password = '', new_password = '', intent }) =>
    // The Enter key in the field of the new password presses the form's first button.
    intent === 'recover' || (new_password !== '' && password === '')
      ? { intent: 'recover', path: '/recover-account', body: { email, password: new_password } }
      : { intent: 'login', path: '/login', body: { email, password } },
  '/recuperar-cuenta': ({ email = '', new_password: password = '' }) => ({
    intent: 'recover',
    path: '/recover-account',
    body: { email, password },
  }),
  '/signup': (fields) => {
    const names = ['username', 'first_name', 'last_name', 'identification_number']
    const optional = given(fields, names)
    const { identification_type = 'CC', email = '', password = '', terms } = fields
    const type = optional.identification_number ? { identification_type } : {}
    const accepted = terms ? { verification_terms: 'aceptado' } : {}
    const body = { email: email.trim(), password, ...optional, ...type, ...accepted }
    return { intent: 'signup', path: '/signup', body }
  },
}

/** Answers forms posted without JavaScript, by calls of the API from the client's address. */
export async function formPages(app: FastifyInstance, rendered: SiteRenderer): Promise<void> {
  await app.register(async (scope) => {
    readForms(scope)
    for (const [path, callOf] of Object.entries(pages)) {
      scope.post(path, { config: { visited: path } }, async (request, reply) => {
        reply.header('cache-control', 'no-store')
        const fields = fieldsOf(request)
        const call = callOf(fields)
        const outcome = await ask(app, request, call)
        if (outcome.cookies) reply.header('set-cookie', outcome.cookies)
        if (call.intent === 'login' && !outcome.refused) {
          return enterPage(reply, request, outcome.isTeam ?? false)
        }
        const { refused, message } = outcome
        const form = { typed: typedOf(fields), intent: call.intent }
        const answer = { ...form, ...(refused ? { refused } : {}), ...(message ? { message } : {}) }
        return await show(reply, request, { rendered, answer })
      })
    }
  })
}

/** Lets the routes of this scope read the text of a posted form. */
export function readForms(scope: FastifyInstance): void {
  scope.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string', bodyLimit: FORM_BYTES_MAX },
    (_request, body, done) => done(null, body),
  )
}

type Said = {
  message?: string
  error?: string
  code?: string
  fields?: Fields
  user?: { roles: User['roles'] }
}
type Outcome = Pick<FormAnswer, 'refused' | 'message'> & { cookies?: string[]; isTeam?: boolean }

/** Tells whether a form is our own: another site must not sign a person in elsewhere. */
export function isOwnForm({ headers, host }: FastifyRequest): boolean {
  const { origin } = headers
  return typeof origin === 'string' && URL.canParse(origin) && new URL(origin).host === host
}

async function ask(app: FastifyInstance, request: FastifyRequest, call: Call): Promise<Outcome> {
  if (!isOwnForm(request)) return { refused: refusal('bad_origin', 403) }
  const { cookie, 'user-agent': userAgent } = request.headers
  const answer = await app.inject({
    method: 'POST',
    url: `/api/auth${call.path}`,
    payload: call.body,
    remoteAddress: request.ip,
    headers: { ...(cookie ? { cookie } : {}), ...(userAgent ? { 'user-agent': userAgent } : {}) },
  })
  const said = answer.json<Said>()
  if (answer.statusCode >= 400) {
    const code = isErrorCode(said.code) ? said.code : 'internal'
    return { refused: { ...refusal(code, answer.statusCode), ...said, code } }
  }
  const cookies = [answer.headers['set-cookie'] ?? []].flat()
  return { message: said.message ?? '', cookies, isTeam: isStaff(said.user?.roles ?? []) }
}

function refusal(code: ErrorCode, status: number): NonNullable<FormAnswer['refused']> {
  return { code, status, error: messageOf(code) }
}

/** Parses the posted fields; a field with two values is ignored. */
function fieldsOf(request: FastifyRequest): Fields {
  const sent = new URLSearchParams(typeof request.body === 'string' ? request.body : '')
  const names = [...new Set(sent.keys())].filter((name) => sent.getAll(name).length === 1)
  return Object.fromEntries(names.map((name) => [name, sent.get(name) ?? '']))
}

function typedOf(fields: Fields): Fields {
  return Object.fromEntries(Object.entries(fields).filter(([name]) => !/password/.test(name)))
}

/** Redirects a browser that has just got a session cookie; the page fetches the access token. */
export function enterPage(reply: FastifyReply, request: FastifyRequest, isTeam: boolean) {
  reply.header('set-cookie', ENTERED)
  const asked = new URL(request.url, 'http://localhost').searchParams.get('returnTo') ?? ''
  const isOwnPath = /^\/(?![/\\])[^\\\p{Cc}]*$/u.test(asked)
  return reply.redirect(isOwnPath ? asked : isTeam ? '/admin' : '/wallet', 303)
}

type Shown = { rendered: SiteRenderer; answer: FormAnswer }

/** If the page cannot be rendered now, leads back to the plain form with the error code. */
async function show(reply: FastifyReply, request: FastifyRequest, shown: Shown) {
  const { rendered, answer } = shown
  const page = await rendered(request, answer)
  if (page) return sendAnswerPage(reply, request, page, answer.refused?.status ?? 200)
  if (!answer.refused) return reply.redirect('/login', 303)
  throw new AppError(answer.refused.code)
}
