// Finds the texts that an expression of the source can have, without running it.
import {
  importsOf,
  isNode,
  type Node,
  nameOf,
  type SourceFile,
  statementsOf,
  walk,
} from '../architecture/source.ts'

/** The part of a text that only a run knows. */
const ANY = '*'
const TEXTS_MAX = 40
const DEPTH_MAX = 12

type Place = { file: SourceFile; given: ReadonlyMap<string, string[]>; depth: number }
type Definition = { node: Node; file: SourceFile }

/** Returns a function that lists the texts of an expression; `*` stands for what is not known. */
export function textResolver(files: readonly SourceFile[]) {
  const byPath = new Map(files.map((file) => [file.path, file]))
  const known = new WeakMap<SourceFile, Map<string, Node>>()

  /** Constants and functions of a file by name, wherever they stand in it. */
  function definitionsOf(file: SourceFile): Map<string, Node> {
    const found = known.get(file)
    if (found) return found
    const made = new Map<string, Node>()
    walk(file, (node) => {
      if (node.type === 'VariableDeclarator' && isNode(node.init)) {
        if (!made.has(nameOf(node.id))) made.set(nameOf(node.id), node.init)
      }
      if (node.type === 'FunctionDeclaration') made.set(nameOf(node.id), node)
    })
    known.set(file, made)
    return made
  }

  function define(file: SourceFile, name: string, depth: number): Definition | null {
    const own = definitionsOf(file).get(name)
    if (own) return { node: own, file }
    if (depth > DEPTH_MAX) return null
    for (const statement of statementsOf(file)) {
      if (!isNode(statement.source)) continue
      const specifiers = (statement.specifiers ?? []) as Node[]
      const specifier =
        specifiers.find((each) => nameOf(each.local ?? each.exported) === name) ??
        specifiers.find((each) => nameOf(each.exported) === name)
      if (!specifier) continue
      const source = String(statement.source.value)
      const target = importsOf(file).find((each) => each.specifier === source)?.target
      const other = byPath.get(target ?? '')
      const wanted = statement.type === 'ImportDeclaration' ? specifier.imported : specifier.local
      if (other) return define(other, nameOf(wanted) || name, depth + 1)
    }
    return null
  }

  function textsOf(node: unknown, place: Place): string[] {
    const texts = isNode(node) ? read(node, { ...place, depth: place.depth + 1 }) : [ANY]
    return texts.length > TEXTS_MAX ? [ANY] : [...new Set(texts)]
  }

  function read(node: Node, place: Place): string[] {
    if (place.depth > DEPTH_MAX) return [ANY]
    switch (node.type) {
      case 'Literal':
        return typeof node.value === 'string' ? [node.value] : [ANY]
      case 'TSAsExpression':
      case 'TSSatisfiesExpression':
        return textsOf(node.expression, place)
      case 'ConditionalExpression':
        return [...textsOf(node.consequent, place), ...textsOf(node.alternate, place)]
      case 'LogicalExpression':
        return [...textsOf(node.left, place), ...textsOf(node.right, place)]
      case 'BinaryExpression':
        return joined(textsOf(node.left, place), textsOf(node.right, place))
      case 'TemplateLiteral':
        return readTemplate(node, place)
      case 'MemberExpression':
        return readMember(node, place)
      case 'CallExpression':
        return readCall(node, place)
      case 'Identifier': {
        const name = nameOf(node)
        const given = place.given.get(name)
        if (given) return given
        const found = define(place.file, name, place.depth)
        return found && found.node.type !== 'FunctionDeclaration'
          ? textsOf(found.node, { ...place, file: found.file, given: new Map() })
          : [ANY]
      }
      default:
        return [ANY]
    }
  }

  function readTemplate(node: Node, place: Place): string[] {
    const quasis = (node.quasis as { value: { cooked: string } }[]).map(({ value }) => value.cooked)
    const values = (node.expressions as Node[]).map((each) => textsOf(each, place))
    return quasis
      .slice(1)
      .reduce(
        (texts, quasi, at) => joined(joined(texts, values[at] ?? [ANY]), [quasi]),
        [quasis[0] ?? ''],
      )
  }

  /** Texts of `TABLE[key]` or `TABLE.key`: all of the table, or that one. */
  function readMember(node: Node, place: Place): string[] {
    const found = define(place.file, nameOf(node.object), place.depth)
    const object = unwrapped(found?.node)
    if (object?.type !== 'ObjectExpression' || !found) return [ANY]
    const wanted = node.computed ? null : nameOf(node.property)
    const rows = (object.properties as Node[]).filter(
      (row) => row.type === 'Property' && (wanted === null || nameOf(row.key) === wanted),
    )
    return rows.flatMap((row) => textsOf(row.value, { ...place, file: found.file }))
  }

  function readCall(node: Node, place: Place): string[] {
    const found = define(place.file, nameOf(node.callee), place.depth)
    if (!found || !isFunction(found.node)) return [ANY]
    const given = new Map(
      (found.node.params as Node[]).map((parameter, at) => [
        nameOf(parameter),
        textsOf((node.arguments as Node[])[at], place),
      ]),
    )
    const inside = { ...place, file: found.file, given }
    const returned = returnsOf(found.node)
    return returned.length === 0 ? [ANY] : returned.flatMap((each) => textsOf(each, inside))
  }

  return {
    textsOf: (file: SourceFile, node: unknown) =>
      textsOf(node, { file, given: new Map(), depth: 0 }),
    /** The object that an argument is, also through a constant and `{ ...constant }`. */
    propertyOf(file: SourceFile, node: unknown, name: string): string[] {
      const objects = [unwrapped(isNode(node) ? node : undefined)]
      for (const object of objects) {
        if (object?.type === 'Identifier') {
          objects.push(unwrapped(define(file, nameOf(object), 0)?.node))
        }
        if (object?.type !== 'ObjectExpression') continue
        for (const row of object.properties as Node[]) {
          if (row.type === 'SpreadElement') objects.push(row.argument as Node)
          else if (nameOf(row.key) === name) {
            return textsOf(row.value, { file, given: new Map(), depth: 0 })
          }
        }
      }
      return [ANY]
    },
  }
}

const joined = (heads: string[], tails: string[]) =>
  heads.flatMap((head) => tails.map((tail) => `${head}${tail}`.replace(/\*+/g, ANY)))

function unwrapped(node: Node | undefined): Node | undefined {
  const isTyped = node?.type === 'TSAsExpression' || node?.type === 'TSSatisfiesExpression'
  return isTyped && isNode(node.expression) ? unwrapped(node.expression) : node
}

const isFunction = ({ type }: Node) =>
  type === 'FunctionDeclaration' || type === 'ArrowFunctionExpression'

/** Expressions that a function returns. */
function returnsOf(node: Node): Node[] {
  const body = node.body as Node
  if (body.type !== 'BlockStatement') return [body]
  return (body.body as Node[]).flatMap((each) =>
    each.type === 'ReturnStatement' && isNode(each.argument) ? [each.argument] : [],
  )
}
