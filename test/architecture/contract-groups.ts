// Which module registers the calls of which group of the contract.
import {
  importsOf,
  isNode,
  isServerCode,
  type Node,
  nameOf,
  type Rule,
  type SourceFile,
  type Violation,
  violation,
  walk,
} from './source.ts'

const MODULE = /^server\/modules\/[^/]+\/(?:[^/]+\/){1,2}([^/]+)\.routes\.ts/

const DEFINES_BOTH = 'server/platform/http/serve.ts'

function camelCase(module: string): string {
  return module.replace(/-(.)/g, (_, letter: string) => letter.toUpperCase())
}

type Registered = { file: SourceFile; start: number; group: string }

/** Every `serve(app, deps, group, …)` and `routesOf(group, …)` of the server. */
function registrations(files: readonly SourceFile[]): Registered[] {
  const callers = files.filter((file) => isServerCode(file) && file.path !== DEFINES_BOTH)
  return callers.flatMap((file) => {
    const found: Registered[] = []
    walk(file, (node) => {
      if (node.type !== 'CallExpression') return
      const at = { serve: 2, routesOf: 0 }[nameOf(node.callee)]
      const group = at === undefined ? undefined : (node.arguments as Node[])[at]
      if (group) found.push({ file, start: node.start, group: nameOf(group) })
    })
    return found
  })
}

/** The properties of `api` in contract/api.ts. */
function groupsOfApi(files: readonly SourceFile[]): Registered[] {
  const file = files.find(({ path }) => path === 'contract/api.ts')
  const found: Registered[] = []
  if (!file) return found
  walk(file, (node) => {
    if (node.type !== 'VariableDeclarator' || nameOf(node.id) !== 'api') return
    if (!isNode(node.init)) return
    for (const { key, start } of (node.init.properties ?? []) as Node[]) {
      found.push({ file, start, group: nameOf(key) })
    }
  })
  return found
}

/** One name for the group on the client, the file of the contract and the module of the server. */
export const groupsAreNamedAfterTheirModule: Rule = (files) => {
  const registered = registrations(files)
  const wrong = registered.flatMap(({ file, start, group }): Violation[] => {
    const module = MODULE.exec(file.path)?.[1]
    if (!module) return [violation(file, start, `${group} is registered outside of the modules`)]
    const name = camelCase(module)
    if (group !== name) return [violation(file, start, `${group} should be ${name}`)]
    const source = `contract/${module}.ts`
    if (importsOf(file).some(({ target }) => target === source)) return []
    return [violation(file, start, `${group} should come from ${source}`)]
  })
  const names = new Set(registered.map(({ group }) => group))
  const unserved = groupsOfApi(files).filter(({ group }) => !names.has(group))
  return [
    ...wrong,
    ...unserved.map(({ file, start, group }) =>
      violation(file, start, `no module registers ${group}`),
    ),
  ]
}
