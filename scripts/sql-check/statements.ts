// Finds the SQL statements of the queries files and generates their texts: fragments are inserted,
// each branch of a condition gives a separate text, values become parameters.
import {
  type CallExpression,
  type Expression,
  isArrayLiteralExpression,
  isArrowFunction,
  isBlock,
  isCallExpression,
  isConditionalExpression,
  isElementAccessExpression,
  isFunctionDeclaration,
  isIdentifier,
  isIfStatement,
  isNoSubstitutionTemplateLiteral,
  isObjectLiteralExpression,
  isParenthesizedExpression,
  isPropertyAccessExpression,
  isPropertyAssignment,
  isReturnStatement,
  isTaggedTemplateExpression,
  isVariableDeclaration,
  type Node,
  type TaggedTemplateExpression,
  type Statement as TsStatement,
} from 'typescript/unstable/ast'
import type { Type } from 'typescript/unstable/sync'
import { placeOf, type Sources, walkTree } from './program.ts'

/** SQL text, or a value that is sent as a parameter. */
type Piece = string | { value: Expression }

/** One text that a template can have; `when`: the conditions for this text. */
type Text = { pieces: Piece[]; when: Map<string, boolean>; templates: Set<Node> }

/** Arguments bound to the parameters of the functions that are being followed. */
type Bound = Map<Node, { node: Expression; bound: Bound }>

export type Statement = {
  place: string
  text: string
  /** Expressions behind `$1`, `$2`, … */
  values: Expression[]
  /** Type of a row, as written at the template; undefined when none is written. */
  row: Type | undefined
}

export type Found = {
  statements: Statement[]
  /** Templates that are not part of a checked statement, with the reason. */
  unread: { place: string; reason: string }[]
}

/** Limit of texts per template; a template with more texts should be split. */
const TEXTS_MAX = 64

class Unreadable extends Error {}

export function findStatements(sources: Sources): Found {
  const templates = new Set<TaggedTemplateExpression>()
  const roots: { node: Expression; row: Type | undefined }[] = []
  const { checker } = sources
  for (const file of sources.files) {
    walkTree(file, (node) => {
      if (isSqlTemplate(node)) {
        templates.add(node)
        const runs = isCallExpression(node.tag)
        const [written] = (runs ? node.tag : node).typeArguments ?? []
        const row = written && checker.getTypeFromTypeNode(written)
        if (row || runs) roots.push({ node, row })
      } else if (isExecution(node)) {
        const executed = (node.expression as unknown as { expression: Expression }).expression
        if (isSql(sources, executed)) roots.push({ node: executed, row: undefined })
      }
    })
  }
  const used = new Set<Node>()
  const reasons = new Map<Node, string>()
  const statements = roots.flatMap(({ node, row }): Statement[] => {
    try {
      return textsOf(sources, node, new Map()).map((text) => {
        for (const template of text.templates) used.add(template)
        return { place: placeOf(node), row, ...written(text) }
      })
    } catch (error) {
      if (!(error instanceof Unreadable)) throw error
      reasons.set(node, error.message)
      return []
    }
  })
  const unread = [...templates].filter((template) => !used.has(template))
  return {
    statements: distinct(statements),
    unread: unread.map((template) => ({
      place: placeOf(template),
      reason: reasons.get(template) ?? 'part of no statement',
    })),
  }
}

function distinct(statements: Statement[]): Statement[] {
  const seen = new Map<string, Statement>()
  for (const each of statements) {
    const key = `${each.place} ${each.text}`
    if (!seen.get(key)?.row) seen.set(key, each)
  }
  return [...seen.values()]
}

function written({ pieces }: Text): Pick<Statement, 'text' | 'values'> {
  const values: Expression[] = []
  const text = pieces.map((piece) =>
    typeof piece === 'string' ? piece : `$${values.push(piece.value)}`,
  )
  return { text: text.join('').trim(), values }
}

/** Whether a node is a template of `sql`, or of a tag such as `run.row(tx)` that runs its text. */
function isSqlTemplate(node: Node): node is TaggedTemplateExpression {
  if (!isTaggedTemplateExpression(node)) return false
  return node.tag.getText() === 'sql' || isCallExpression(node.tag)
}

function isExecution(node: Node): node is CallExpression {
  return (
    isCallExpression(node) &&
    isPropertyAccessExpression(node.expression) &&
    node.expression.name.text === 'execute'
  )
}

/** Whether an expression is SQL rather than a value. */
function isSql({ checker }: Sources, node: Expression): boolean {
  const type = checker.getTypeAtLocation(node)
  const parts = type?.isUnionType() ? type.getTypes() : [type]
  return parts.some((part) => part?.getSymbol()?.name === 'RawBuilder')
}

function textsOf(sources: Sources, node: Expression, bound: Bound): Text[] {
  if (isParenthesizedExpression(node)) return textsOf(sources, node.expression, bound)
  if (isSqlTemplate(node)) return textsOfTemplate(sources, node, bound)
  if (isConditionalExpression(node)) {
    const condition = node.condition.getText()
    return [
      ...under(condition, true, textsOf(sources, node.whenTrue, bound)),
      ...under(condition, false, textsOf(sources, node.whenFalse, bound)),
    ]
  }
  if (isIdentifier(node)) return textsOfName(sources, node, bound)
  if (isElementAccessExpression(node)) return textsOfElements(sources, node.expression, bound)
  if (isCallExpression(node)) return textsOfCall(sources, node, bound)
  throw new Unreadable(`not followed: ${node.getText()}`)
}

/** Adds a condition to the texts, and drops texts that contradict it. */
function under(condition: string, holds: boolean, texts: Text[]): Text[] {
  const negated = condition.startsWith('!')
  const key = negated ? condition.slice(1) : condition
  const value = negated ? !holds : holds
  return texts
    .filter(({ when }) => (when.get(key) ?? value) === value)
    .map((text) => ({ ...text, when: new Map(text.when).set(key, value) }))
}

function textsOfTemplate(sources: Sources, node: TaggedTemplateExpression, bound: Bound): Text[] {
  const { template } = node
  const plain = (text: string): Text[] => [
    { pieces: [text], when: new Map(), templates: new Set() },
  ]
  const parts = isNoSubstitutionTemplateLiteral(template)
    ? [plain(template.text)]
    : [
        plain(template.head.text),
        ...template.templateSpans.flatMap(({ expression, literal }) => [
          isSql(sources, expression)
            ? textsOf(sources, expression, bound)
            : [{ pieces: [{ value: expression }], when: new Map(), templates: new Set<Node>() }],
          plain(literal.text),
        ]),
      ]
  return combine(parts).map((text) => ({ ...text, templates: new Set([...text.templates, node]) }))
}

/** Returns every combination of one text from each part whose conditions agree. */
function combine(parts: Text[][]): Text[] {
  let texts: Text[] = [{ pieces: [], when: new Map(), templates: new Set() }]
  for (const part of parts) {
    texts = texts.flatMap((before) => part.flatMap((after) => joined(before, after)))
    if (texts.length > TEXTS_MAX) throw new Unreadable(`more than ${TEXTS_MAX} texts`)
  }
  return texts
}

function joined(a: Text, b: Text): Text[] {
  for (const [condition, holds] of b.when) {
    if ((a.when.get(condition) ?? holds) !== holds) return []
  }
  return [
    {
      pieces: [...a.pieces, ...b.pieces],
      when: new Map([...a.when, ...b.when]),
      templates: new Set([...a.templates, ...b.templates]),
    },
  ]
}

function textsOfName(sources: Sources, name: Expression, bound: Bound): Text[] {
  const declaration = sources.declarationOf(name)
  if (!declaration) throw new Unreadable(`no declaration: ${name.getText()}`)
  const argument = bound.get(declaration)
  if (argument) return textsOf(sources, argument.node, argument.bound)
  if (isVariableDeclaration(declaration) && declaration.initializer) {
    return textsOf(sources, declaration.initializer, bound)
  }
  throw new Unreadable(`not followed: ${name.getText()}`)
}

/** Texts of an expression such as `traits[filter]`: with an unknown key, one per element. */
function textsOfElements(sources: Sources, name: Expression, bound: Bound): Text[] {
  const declaration = sources.declarationOf(name)
  const list = declaration && isVariableDeclaration(declaration) && declaration.initializer
  if (!list || !isObjectLiteralExpression(list)) {
    throw new Unreadable(`not followed: ${name.getText()}`)
  }
  return list.properties.flatMap((each) =>
    isPropertyAssignment(each) ? textsOf(sources, each.initializer, bound) : [],
  )
}

function textsOfCall(sources: Sources, call: CallExpression, bound: Bound): Text[] {
  const { expression: callee, arguments: args } = call
  if (isPropertyAccessExpression(callee) && callee.expression.getText() === 'sql') {
    return textsOfHelper(sources, callee.name.text, [...args], bound)
  }
  const declaration = isIdentifier(callee) ? sources.declarationOf(callee) : undefined
  const made = declaration && functionOf(declaration)
  if (!made) throw new Unreadable(`not followed: ${callee.getText()}`)
  const inner: Bound = new Map(bound)
  made.parameters.forEach((parameter, at) => {
    const node = args[at]
    if (node) inner.set(parameter, { node, bound })
  })
  return textsReturned(sources, made.body, inner)
}

type Made = { parameters: readonly Node[]; body: Node }

function functionOf(node: Node): Made | undefined {
  if (isFunctionDeclaration(node) && node.body)
    return { parameters: node.parameters, body: node.body }
  if (isArrowFunction(node)) return { parameters: node.parameters, body: node.body }
  return isVariableDeclaration(node) && node.initializer ? functionOf(node.initializer) : undefined
}

/** Texts that a function returns, each under the conditions of its return statement. */
function textsReturned(sources: Sources, body: Node, bound: Bound): Text[] {
  if (!isBlock(body)) return textsOf(sources, body as Expression, bound)
  const follow = ([first, ...rest]: readonly TsStatement[]): Text[] => {
    if (!first) return []
    if (isReturnStatement(first)) {
      return first.expression ? textsOf(sources, first.expression, bound) : []
    }
    if (!isIfStatement(first)) return follow(rest)
    const condition = first.expression.getText()
    const inside = first.thenStatement
    const then = isBlock(inside) ? [...inside.statements] : [inside]
    return [...under(condition, true, follow(then)), ...under(condition, false, follow(rest))]
  }
  return follow([...body.statements])
}

/** Texts of `sql.join`, `sql.table` and `sql.lit`. */
function textsOfHelper(
  sources: Sources,
  helper: string,
  [first, second]: Expression[],
  bound: Bound,
): Text[] {
  if (!first) throw new Unreadable(`sql.${helper} of nothing`)
  if (helper === 'join') {
    const between = second ? textsOf(sources, second, bound) : [textOf(', ')]
    const [head = [], ...rest] = textsOfList(sources, first, bound)
    if (rest.length === 0) return head.flatMap((each) => combine([[each], between, [each]]))
    return combine([head, ...rest.flatMap((each) => [between, each])])
  }
  if (helper === 'table') return constantsOf(sources, first, bound).map(textOf)
  if (helper === 'lit') return [textOf('0')]
  throw new Unreadable(`not followed: sql.${helper}`)
}

function textOf(text: string): Text {
  return { pieces: [text], when: new Map(), templates: new Set() }
}

/** Texts of a list's elements; of `x.map(f)` one element by `f`, which the caller repeats. */
function textsOfList(sources: Sources, node: Expression, bound: Bound): Text[][] {
  if (isArrayLiteralExpression(node)) {
    return node.elements.map((each) => textsOf(sources, each, bound))
  }
  if (isIdentifier(node)) {
    const declaration = sources.declarationOf(node)
    if (declaration && isVariableDeclaration(declaration) && declaration.initializer) {
      return textsOfList(sources, declaration.initializer, bound)
    }
  }
  const [made] = isCallExpression(node) ? node.arguments : []
  const body = made && functionOf(made)?.body
  if (!body) throw new Unreadable(`not followed: ${node.getText()}`)
  return [textsReturned(sources, body, bound)]
}

/** Strings that an expression can be, by its type. */
function constantsOf(sources: Sources, node: Expression, bound: Bound): string[] {
  const declaration = isIdentifier(node) ? sources.declarationOf(node) : undefined
  const argument = declaration ? bound.get(declaration) : undefined
  if (argument) return constantsOf(sources, argument.node, argument.bound)
  const type = sources.checker.getTypeAtLocation(node)
  const parts = type?.isUnionType() ? type.getTypes() : [type]
  return parts.map((part) => {
    if (!part?.isStringLiteralType()) throw new Unreadable(`not constant: ${node.getText()}`)
    return part.value
  })
}
