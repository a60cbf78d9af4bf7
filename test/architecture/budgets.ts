// Limits for the length of lines, functions and files.
import {
  isCode,
  isNode,
  isTest,
  lineAt,
  lineCount,
  type Node,
  nameOf,
  type Rule,
  type SourceFile,
  type Violation,
  walk,
} from './source.ts'

const FILE_LINES = 400
const FUNCTION_LINES = 70
const LINE_COLUMNS = 100
const HANDLER_LINES = 15

const FUNCTIONS = /^(FunctionDeclaration|FunctionExpression|ArrowFunctionExpression)$/

function isGenerated(file: SourceFile): boolean {
  return file.path.includes('.generated.')
}

function hasBudget(file: SourceFile): boolean {
  return (isCode(file) || /\.(css|sql)$/.test(file.path)) && !isGenerated(file)
}

/** A file of `database/schema` is exempt: it has all tables of a layer. */
export const filesAreShort: Rule = (files) =>
  files.filter(hasBudget).flatMap((file) => {
    if (file.path.startsWith('database/schema/')) return []
    const lines = lineCount(file.text)
    if (lines <= FILE_LINES) return []
    return [{ path: file.path, line: lines, message: `${lines} lines, at most ${FILE_LINES}` }]
  })

/** Lines that cannot be broken: with an address, or with an import of one name. */
const UNBREAKABLE = /https?:\/\/|^import (?:type )?\{ [\w ]+ \} from '[^']+'$/

export const linesAreShort: Rule = (files) =>
  files.filter(hasBudget).flatMap((file) =>
    file.text.split('\n').flatMap((text, index): Violation[] => {
      if (text.length <= LINE_COLUMNS || UNBREAKABLE.test(text)) return []
      const message = `${text.length} columns, at most ${LINE_COLUMNS}`
      return [{ path: file.path, line: index + 1, message }]
    }),
  )

function linesOf(file: SourceFile, node: Node): number {
  return lineAt(file, node.end) - lineAt(file, node.start) + 1
}

/** The callback of describe() contains tests and does not count as a function. */
function isTestCallback(file: SourceFile, parent: Node | null): boolean {
  if (!isTest(file) || parent?.type !== 'CallExpression' || !isNode(parent.callee)) return false
  const { callee } = parent
  const name = callee.type === 'CallExpression' ? nameOf(callee.callee) : nameOf(callee)
  const owner = callee.type === 'MemberExpression' ? nameOf(callee.object) : ''
  return [name, owner].some((word) => /^(describe|it|test)$/.test(word))
}

export const functionsAreShort: Rule = (files) =>
  files
    .filter((file) => isCode(file) && !isGenerated(file))
    .flatMap((file) => {
      const found: Violation[] = []
      walk(file, (node, parent) => {
        if (!FUNCTIONS.test(node.type) || isTestCallback(file, parent)) return
        const lines = linesOf(file, node)
        if (lines <= FUNCTION_LINES) return
        const message = `a function of ${lines} lines, at most ${FUNCTION_LINES}`
        found.push({ path: file.path, line: lineAt(file, node.start), message })
      })
      return found
    })

/**
 * Handlers in `serve(app, deps, group, { name: handler })`, in `routesOf(group, (deps) => ({ … }))`
 * and in what a function returns as `Handlers` of a part only read, call and present.
 */
export const handlersAreShort: Rule = (files) =>
  files
    .filter((file) => file.path.endsWith('.routes.ts'))
    .flatMap((file) => {
      const found: Violation[] = []
      walk(file, (node) => {
        for (const handler of handlersIn(node)) {
          const lines = linesOf(file, handler)
          if (lines <= HANDLER_LINES) continue
          const message = `a handler of ${lines} lines, at most ${HANDLER_LINES}`
          found.push({ path: file.path, line: lineAt(file, handler.start), message })
        }
      })
      return found
    })

function handlersIn(node: Node): Node[] {
  if (node.type === 'CallExpression' && nameOf(node.callee) === 'serve') {
    return (node.arguments as Node[]).flatMap(functionsOf)
  }
  if (node.type === 'CallExpression' && nameOf(node.callee) === 'routesOf') {
    return (node.arguments as Node[]).flatMap(({ body }) =>
      isNode(body) ? functionsOf(bare(body)) : [],
    )
  }
  return returnsHandlers(node) ? returnedBy(node).flatMap(functionsOf) : []
}

function returnsHandlers(node: Node): boolean {
  if (!FUNCTIONS.test(node.type) || !isNode(node.returnType)) return false
  const type = node.returnType.typeAnnotation
  return isNode(type) && nameOf(type.typeName) === 'Handlers'
}

function returnedBy({ body }: Node): Node[] {
  if (!isNode(body)) return []
  const statements = (body.body ?? []) as Node[]
  return statements.flatMap(({ argument }) => (isNode(argument) ? [argument] : []))
}

function bare(node: Node): Node {
  const inside = node.type === 'ParenthesizedExpression' && node.expression
  return isNode(inside) ? inside : node
}

function functionsOf(object: Node): Node[] {
  if (object.type !== 'ObjectExpression') return []
  return (object.properties as Node[]).flatMap(({ value }) =>
    isNode(value) && FUNCTIONS.test(value.type) ? [value] : [],
  )
}
