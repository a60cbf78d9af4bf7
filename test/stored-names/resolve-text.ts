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

/** Reads the texts of expressions; `*` stands for what only a run knows. */
export class TextResolver {
  private readonly byPath: Map<string, SourceFile>
  private readonly known = new WeakMap<SourceFile, Map<string, Node>>()

  constructor(files: readonly SourceFile[]) {
    this.byPath = new Map(files.map((file) => [file.path, file]))
  }

  textsOf(file: SourceFile, node: unknown): string[] {
    return this.textsAt(node, { file, given: new Map(), depth: 0 })
  }

  /** Texts of a property of the object that `node` is, also through a constant or `{ ...rest }`. */
  propertyOf(file: SourceFile, node: unknown, name: string): string[] {
    const objects = [unwrapped(isNode(node) ? node : undefined)]
    for (const object of objects) {
      if (object?.type === 'Identifier') {
        objects.push(unwrapped(this.define(file, nameOf(object), 0)?.node))
      }
      if (object?.type !== 'ObjectExpression') continue
      for (const row of object.properties as Node[]) {
        if (row.type === 'SpreadElement') objects.push(row.argument as Node)
        else if (nameOf(row.key) === name) return this.textsOf(file, row.value)
      }
    }
    return [ANY]
  }

  /** Constants and functions of a file by name, wherever they stand in it. */
  private definitionsOf(file: SourceFile): Map<string, Node> {
    const found = this.known.get(file)
    if (found) return found
    const made = new Map<string, Node>()
    walk(file, (node) => {
      if (node.type === 'VariableDeclarator' && isNode(node.init)) {
        if (!made.has(nameOf(node.id))) made.set(nameOf(node.id), node.init)
      }
      if (node.type === 'FunctionDeclaration') made.set(nameOf(node.id), node)
    })
    this.known.set(file, made)
    return made
  }

  private define(file: SourceFile, name: string, depth: number): Definition | null {
    const own = this.definitionsOf(file).get(name)
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
      const other = this.byPath.get(target ?? '')
      const wanted = statement.type === 'ImportDeclaration' ? specifier.imported : specifier.local
      if (other) return this.define(other, nameOf(wanted) || name, depth + 1)
    }
    return null
  }

  private textsAt(node: unknown, place: Place): string[] {
    const texts = isNode(node) ? this.read(node, { ...place, depth: place.depth + 1 }) : [ANY]
    return texts.length > TEXTS_MAX ? [ANY] : [...new Set(texts)]
  }

  private read(node: Node, place: Place): string[] {
    if (place.depth > DEPTH_MAX) return [ANY]
    switch (node.type) {
      case 'Literal':
        return typeof node.value === 'string' ? [node.value] : [ANY]
      case 'TSAsExpression':
      case 'TSSatisfiesExpression':
        return this.textsAt(node.expression, place)
      case 'ConditionalExpression':
        return [...this.textsAt(node.consequent, place), ...this.textsAt(node.alternate, place)]
      case 'LogicalExpression':
        return [...this.textsAt(node.left, place), ...this.textsAt(node.right, place)]
      case 'BinaryExpression':
        return joined(this.textsAt(node.left, place), this.textsAt(node.right, place))
      case 'TemplateLiteral':
        return this.readTemplate(node, place)
      case 'MemberExpression':
        return this.readMember(node, place)
      case 'CallExpression':
        return this.readCall(node, place)
      case 'Identifier': {
        const name = nameOf(node)
        const given = place.given.get(name)
        if (given) return given
        const found = this.define(place.file, name, place.depth)
        return found && found.node.type !== 'FunctionDeclaration'
          ? this.textsAt(found.node, { ...place, file: found.file, given: new Map() })
          : [ANY]
      }
      default:
        return [ANY]
    }
  }

  private readTemplate(node: Node, place: Place): string[] {
    const quasis = (node.quasis as { value: { cooked: string } }[]).map(({ value }) => value.cooked)
    const values = (node.expressions as Node[]).map((each) => this.textsAt(each, place))
    return quasis
      .slice(1)
      .reduce(
        (texts, quasi, at) => joined(joined(texts, values[at] ?? [ANY]), [quasi]),
        [quasis[0] ?? ''],
      )
  }

  /** Texts of `TABLE[key]` or `TABLE.key`: all of the table, or that one. */
  private readMember(node: Node, place: Place): string[] {
    const found = this.define(place.file, nameOf(node.object), place.depth)
    const object = unwrapped(found?.node)
    if (object?.type !== 'ObjectExpression' || !found) return [ANY]
    const wanted = node.computed ? null : nameOf(node.property)
    const rows = (object.properties as Node[]).filter(
      (row) => row.type === 'Property' && (wanted === null || nameOf(row.key) === wanted),
    )
    return rows.flatMap((row) => this.textsAt(row.value, { ...place, file: found.file }))
  }

  private readCall(node: Node, place: Place): string[] {
    const found = this.define(place.file, nameOf(node.callee), place.depth)
    if (!found || !isFunction(found.node)) return [ANY]
    const given = new Map(
      (found.node.params as Node[]).map((parameter, at) => [
        nameOf(parameter),
        this.textsAt((node.arguments as Node[])[at], place),
      ]),
    )
    const inside = { ...place, file: found.file, given }
    const returned = returnsOf(found.node)
    return returned.length === 0 ? [ANY] : returned.flatMap((each) => this.textsAt(each, inside))
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
