// Rules about files that may use SQL, the environment, the clock and the caller's id.
import {
  isNode,
  isServerCode,
  isTest,
  lineText,
  type Node,
  nameOf,
  type Rule,
  type SourceFile,
  violation,
  walk,
} from './source.ts'

function forNodes(
  concerns: (file: SourceFile) => boolean,
  check: (node: Node, file: SourceFile) => string | null,
): Rule {
  return (files) =>
    files.filter(concerns).flatMap((file) => {
      const found: ReturnType<Rule> = []
      walk(file, (node) => {
        const message = check(node, file)
        if (message) found.push(violation(file, node.start, message))
      })
      return found
    })
}

const BUILDERS = new Set([
  'selectFrom',
  'insertInto',
  'updateTable',
  'deleteFrom',
  'replaceInto',
  'mergeInto',
  'selectNoFrom',
])

function mayContainSql(path: string): boolean {
  return /\.queries\.ts$/.test(path) || path.startsWith('server/platform/db/')
}

/** SQL is only in `*.queries.ts` and in platform/db. */
export const sqlInQueriesOnly = forNodes(
  (file) => isServerCode(file) && !mayContainSql(file.path),
  (node) => {
    if (node.type === 'TaggedTemplateExpression' && runsSql(node.tag)) return 'SQL'
    if (node.type !== 'CallExpression' || !isNode(node.callee)) return null
    if (node.callee.type !== 'MemberExpression') return null
    const method = nameOf(node.callee)
    if (BUILDERS.has(method)) return `SQL: .${method}()`
    const owner = nameOf(node.callee.object)
    if (owner === 'sql' || owner === 'CompiledQuery') return `SQL: ${owner}.${method}()`
    return method === 'query' && hasText(node.arguments) ? 'SQL: .query()' : null
  },
)

/** Whether a template's tag is `sql`, or a call such as `run.row(tx)`. */
function runsSql(tag: unknown): boolean {
  return nameOf(tag) === 'sql' || (isNode(tag) && tag.type === 'CallExpression')
}

function hasText(values: unknown): boolean {
  const [first] = Array.isArray(values) ? values : []
  if (!isNode(first)) return false
  return first.type === 'TemplateLiteral' || typeof first.value === 'string'
}

/** Only one file reads the environment. */
export const environmentInConfigOnly = forNodes(
  (file) => isServerCode(file) && file.path !== 'server/config.ts',
  (node) =>
    node.type === 'MemberExpression' &&
    nameOf(node.object) === 'process' &&
    nameOf(node.property) === 'env'
      ? 'process.env'
      : null,
)

const CLOCKS = ['server/platform/clock.ts', 'web/lib/clock.ts']

/**
 * Only one file of the server reads the time; all other code is given a clock. One of the web does:
 * others say whether they mean the server's time or the device's.
 */
export const timeFromClockOnly = forNodes(
  (file) =>
    (isServerCode(file) || (file.path.startsWith('web/') && !isTest(file))) &&
    !CLOCKS.includes(file.path),
  readsTime,
)

const STORES = new Set(['localStorage', 'sessionStorage', 'indexedDB', 'caches', 'cookieStore'])
const STORE_OWNERS = ['web/lib/browser-storage.ts', 'web/lib/local-database.ts']

/** Only two files use what a browser stores: they survive a blocked or full storage and say so. */
export const storageHasOwners = forNodes(
  ({ path }) =>
    path.startsWith('web/') && !/\.test\.tsx?$/.test(path) && !STORE_OWNERS.includes(path),
  (node) => {
    if (node.type === 'Identifier' && STORES.has(String(node.name))) return `${node.name}`
    const isCookie = node.type === 'MemberExpression' && nameOf(node.property) === 'cookie'
    return isCookie && nameOf(node.object) === 'document' ? 'document.cookie' : null
  },
)

/**
 * A screen asks whether there is data: `isSuccess` is false once a later reading fails, and would
 * take away what is shown, with what was typed in it.
 */
export const readDataStays = forNodes(
  ({ path }) => path.startsWith('web/') && !/\.test\.tsx?$/.test(path),
  ({ type, test }) => {
    if (type !== 'IfStatement' || !isNode(test) || test.operator !== '!') return null
    const { argument } = test
    return isNode(argument) && nameOf(argument.property) === 'isSuccess' ? '!isSuccess' : null
  },
)

/** A part of a screen whose code is lost waits for it; React's `lazy` would end the screen. */
export const lostPartsWait = forNodes(
  ({ path }) => path.startsWith('web/') && path !== 'web/lib/lazy-part.ts',
  (node) => (node.type === 'CallExpression' && nameOf(node.callee) === 'lazy' ? 'lazy()' : null),
)

/** Values that a screen shows as text; a condition or a list may be an element. */
const TEXTS = /^(Identifier|MemberExpression|CallExpression|TemplateLiteral|BinaryExpression)$/

/** Whether a child of an element is `{…}` with a text that brings no space of its own. */
function isBareText(child: unknown, { text }: SourceFile): boolean {
  const value = isNode(child) && child.type === 'JSXExpressionContainer' && child.expression
  if (!isNode(value) || !TEXTS.test(value.type)) return false
  return !/['`] |=>/.test(text.slice(value.start, value.end))
}

/** JSX drops a line break between a word and `{…}`: a screen would show "Se apaga15 minutos". */
export const wordsKeepTheirSpace = forNodes(
  ({ path }) => path.startsWith('web/') && path.endsWith('.tsx'),
  ({ children }, file) => {
    const parts = (Array.isArray(children) ? children : []).filter(isNode)
    const lost = parts.some(({ type, value }, at) => {
      if (type !== 'JSXText') return false
      const endsLine = /\S[ \t]*\n\s*$/.test(String(value)) && isBareText(parts[at + 1], file)
      const beginsOne = /^[ \t]*\n\s*[\p{L}\d]/u.test(String(value))
      return endsLine || (beginsOne && isBareText(parts[at - 1], file))
    })
    return lost ? "a word and {…} on two lines: end the first with {' '}" : null
  },
)

/** A person who controls a phone by voice says the words on a button: its name must have them. */
export const namesHaveTheirWords = forNodes(
  ({ path }) => path.startsWith('web/') && path.endsWith('.tsx'),
  ({ children, openingElement: head }, { text }) => {
    const parts = (Array.isArray(children) ? children : []).filter(isNode)
    const words = parts.map(({ type, value }) => (type === 'JSXText' ? String(value).trim() : ''))
    if (!isNode(head) || words.join('') === '' || parts.some(({ type }) => type !== 'JSXText')) {
      return null
    }
    const tag = text.slice(head.start, head.end)
    const name = /aria-label=(\{[^}]*(?:\}[^}]*)*?`\}|"[^"]*")/.exec(tag)?.[1]
    return !name || name.includes(words.join('')) ? null : `aria-label without "${words.join('')}"`
  },
)

/**
 * Browser tests take the time from the site, whose clock stands at TEST_NOW. `Date` inside
 * `evaluate` is the clock of the page, which follows.
 */
export const siteTimeInBrowserTests = forNodes(
  (file) => file.path.startsWith('test/e2e/'),
  (node, file) => {
    const read = readsTime(node)
    return read && /evaluate\(/.test(lineText(file, node.start)) ? null : read
  },
)

const STATES = new Set([
  ...['isChecked', 'isDisabled', 'isEditable', 'isEnabled', 'isHidden', 'isVisible'],
  ...['inputValue', 'count', 'getAttribute'],
  ...['textContent', 'innerText', 'allTextContents', 'allInnerTexts'],
])

/**
 * A page changes after the call that caused the change, so a state that is read once can be the
 * previous state. `expect.poll` reads it until it holds.
 */
export const browserTestsWaitForStates = forNodes(
  (file) => file.path.startsWith('test/e2e/'),
  (node) => {
    if (node.type !== 'CallExpression' || nameOf(node.callee) !== 'expect') return null
    const read = awaitedCalls(node.arguments).find((name) => STATES.has(name))
    return read ? `reads ${read} once: expect.poll(() => …${read}())` : null
  },
)

/** Names of the awaited methods in these values. */
function awaitedCalls(values: unknown): string[] {
  const nodes = (Array.isArray(values) ? values : []).filter(isNode)
  return nodes.flatMap((node) => {
    if (node.type === 'ArrayExpression') return awaitedCalls(node.elements)
    if (node.type !== 'AwaitExpression' || !isNode(node.argument)) return []
    const { callee } = node.argument
    return isNode(callee) && callee.type === 'MemberExpression' ? [nameOf(callee)] : []
  })
}

function readsTime(node: Node): string | null {
  const isDate = nameOf(node.callee) === 'Date'
  const bare = Array.isArray(node.arguments) && node.arguments.length === 0
  if (node.type === 'NewExpression' && isDate && bare) return 'new Date()'
  if (node.type !== 'CallExpression') return null
  if (isDate) return 'Date()'
  if (!isNode(node.callee) || node.callee.type !== 'MemberExpression') return null
  const isNow = nameOf(node.callee.object) === 'Date' && nameOf(node.callee) === 'now'
  return isNow ? 'Date.now()' : null
}

const WHO = 'reads who the actor is: pass `actor` on, as in useCase(deps, actor, input)'

/** Use cases are called as `(deps, actor, input)`, so a route does not destructure the actor. */
export const routesPassTheActorOn = forNodes(
  (file) => isServerCode(file) && file.path.endsWith('.routes.ts'),
  (node) => {
    if (node.type === 'MemberExpression') {
      return nameOf(node.object) === 'actor' && nameOf(node.property) === 'userId' ? WHO : null
    }
    const isPattern = (value: unknown) => isNode(value) && value.type === 'ObjectPattern'
    if (node.type === 'Property') {
      return nameOf(node.key) === 'actor' && isPattern(node.value) ? WHO : null
    }
    const takesApart = node.type === 'VariableDeclarator' && isPattern(node.id)
    return takesApart && nameOf(node.init) === 'actor' ? WHO : null
  },
)

const ROWS =
  'works on rows of a list one by one: use eachRow, so that one that fails stops no other'

const isOfModule = (file: SourceFile) =>
  isServerCode(file) && file.path.startsWith('server/modules/')

/** A row that always fails would hold up those behind it in each run of a job. */
export const rowsStopNoOther = forNodes(isOfModule, (node) => {
  if (node.type !== 'ForOfStatement' || !isNode(node.right)) return null
  const call = node.right.type === 'AwaitExpression' ? node.right.argument : null
  if (!isNode(call) || call.type !== 'CallExpression' || !Array.isArray(call.arguments)) return null
  const [reader] = call.arguments
  const isPool = isNode(reader) && nameOf(reader.object) === 'deps' && nameOf(reader) === 'db'
  return isPool && nameOf(call.callee).startsWith('list') ? ROWS : null
})
