/** The TypeScript program as the check reads it: files, symbols and types, through the compiler's own API. */
import { resolve } from 'node:path'
import type { Node, SourceFile, VariableDeclaration } from 'typescript/unstable/ast'
import {
  isArrowFunction,
  isBlock,
  isFunctionDeclaration,
  isFunctionExpression,
  isIdentifier,
  isMethodDeclaration,
  isShorthandPropertyAssignment,
  isSourceFile,
  isVariableDeclaration,
} from 'typescript/unstable/ast/is'
import {
  API,
  type Checker,
  SignatureKind,
  SymbolFlags,
  type Type,
  TypeFlags,
  type TypeReference,
  type Symbol as TypeSymbol,
} from 'typescript/unstable/sync'

const root = resolve(import.meta.dirname, '..', '..')

/** Files' texts that replace those on the disk: from the root, with slashes. */
export type Edited = ReadonlyMap<string, string>

export class Program {
  readonly checker: Checker
  readonly files: readonly SourceFile[]
  readonly #api: API
  readonly #symbols = new Map<Node, TypeSymbol | undefined>()
  readonly #types = new Map<Node, Type | undefined>()
  readonly #declarations = new Map<TypeSymbol, Node | undefined>()
  readonly #unions = new Map<number, readonly Type[]>()
  readonly #properties = new Map<number, ReadonlyMap<string, Type>>()
  readonly #carrying = new Map<number, boolean>()
  readonly #uses = new Map<Node, readonly Node[]>()
  readonly #places = new Map<Node, string>()
  readonly #callers = new Map<Node, readonly Node[]>()

  constructor(edited: Edited = new Map()) {
    const texts = new Map([...edited].map(([path, text]) => [resolve(root, path), text]))
    this.#api = new API({ cwd: root, fs: { readFile: (path) => texts.get(path) } })
    const config = resolve(root, 'tsconfig.json')
    const project = this.#api.updateSnapshot({ openProjects: [config] }).getProject(config)
    if (!project) throw new Error(`${config} opens no project`)
    this.checker = project.checker
    this.files = project.rootFiles.flatMap((path) => project.program.getSourceFile(path) ?? [])
  }

  close(): void {
    this.#api.close()
  }

  /** What a name means, followed through imports and shorthand properties. */
  symbolOf(node: Node): TypeSymbol | undefined {
    return once(this.#symbols, node, () => {
      const symbol = isShorthandPropertyAssignment(node.parent)
        ? this.checker.getShorthandAssignmentValueSymbol(node.parent)
        : this.checker.getSymbolAtLocation(node)
      return symbol && symbol.flags & SymbolFlags.Alias ? this.checker.getAliasedSymbol(symbol) : symbol
    })
  }

  declarationOf(symbol: TypeSymbol): Node | undefined {
    return once(this.#declarations, symbol, () =>
      (symbol.valueDeclaration ?? symbol.declarations[0])?.resolve(),
    )
  }

  typeOf(node: Node): Type | undefined {
    if (!this.#types.has(node)) this.typesOf([node])
    return this.#types.get(node)
  }

  /** The same for many at once, which is one question to the compiler. */
  typesOf(nodes: readonly Node[]): void {
    const types = this.checker.getTypeAtLocation(nodes)
    for (const [index, node] of nodes.entries()) this.#types.set(node, types[index])
  }

  /** The row's type where this is a statement, `unknown` for a part of one; undefined where it is none. */
  rowOf(type: Type | undefined): Type | undefined {
    if (!type?.isTypeReference() || type.getSymbol()?.name !== 'RawBuilder') return undefined
    return this.checker.getTypeArguments(type as TypeReference)[0]
  }

  /** What a type is one of; itself where it is no union. */
  oneOf(type: Type | undefined): readonly Type[] {
    if (!type?.isUnionType()) return type ? [type] : []
    return once(this.#unions, type.id, () => type.getTypes())
  }

  /** The types of an object's members by their names. */
  propertiesOf(type: Type): ReadonlyMap<string, Type> {
    return once(this.#properties, type.id, () => {
      const symbols = this.checker.getPropertiesOfType(type)
      const types = this.checker.getTypeOfSymbol(symbols)
      return new Map(symbols.flatMap(({ name }, nth) => (types[nth] ? [[name, types[nth]]] : [])))
    })
  }

  /** Whether a value of this type may hold a fragment: be one, or have one in what it has, lists or returns. */
  carries(type: Type | undefined, depth = 0): boolean {
    if (!type || depth > 3) return false
    const known = this.#carrying.get(type.id)
    if (known !== undefined) return known
    this.#carrying.set(type.id, false) // A type may have itself as a member.
    const carries = this.#carriesAnew(type, depth)
    this.#carrying.set(type.id, carries)
    return carries
  }

  #carriesAnew(type: Type, depth: number): boolean {
    if (this.rowOf(type)) return true
    if (type.isUnionType()) return this.oneOf(type).some((member) => this.carries(member, depth))
    if (type.isIntersectionType()) return type.getTypes()!.some((member) => this.carries(member, depth))
    if (!(type.flags & TypeFlags.Object)) return false
    if (!this.checker.isArrayLikeType(type))
      return this.#membersOf(type).some((member) => this.carries(member, depth + 1))
    return (
      type.isTypeReference() && this.checker.getTypeArguments(type).some((of) => this.carries(of, depth + 1))
    )
  }

  /** The types of an object's members and of what its calls return. */
  #membersOf(type: Type): readonly Type[] {
    const properties = this.checker.getTypeOfSymbol(this.checker.getPropertiesOfType(type))
    const returned = this.checker
      .getSignaturesOfType(type, SignatureKind.Call)
      .map((signature) => this.checker.getReturnTypeOfSignature(signature))
    return [...properties, ...returned].filter((member) => member !== undefined)
  }

  /** The calls of this function, by its name, in the files of the project. */
  callersOf(declaration: Node): readonly Node[] {
    return once(this.#callers, declaration, () => {
      // An arrow function is called by the name of the constant that it is.
      const named = isVariableDeclaration(declaration.parent) ? declaration.parent : declaration
      return this.checker.getSignatureUsage(named).flatMap(({ call }) => call?.resolve() ?? [])
    })
  }

  /** Where a constant or variable is used, in the block that it is of. */
  usesOf(declaration: VariableDeclaration): readonly Node[] {
    return once(this.#uses, declaration, () => {
      const { name } = declaration
      const declared = isIdentifier(name) ? name.text : undefined
      const uses: Node[] = []
      const visit = (node: Node): void => {
        if (isIdentifier(node) && node !== name && node.text === declared) {
          const symbol = this.symbolOf(node)
          if (symbol && this.declarationOf(symbol) === declaration) uses.push(node)
        }
        node.forEachChild(visit)
      }
      visit(blockAround(name))
      return uses
    })
  }

  /** As `file:line`, from the root. */
  where(node: Node): string {
    return once(this.#places, node, () => {
      const file = node.getSourceFile()
      const { line } = file.getLineAndCharacterOfPosition(node.getStart())
      return `${file.fileName.slice(root.length + 1)}:${line + 1}`
    })
  }
}

/** What is known of this key, found where it is not. */
function once<Key, Value>(known: Map<Key, Value>, key: Key, find: () => Value): Value {
  if (!known.has(key)) known.set(key, find())
  return known.get(key)!
}

/** `sql` itself, whatever it is reached through. */
export const isSql = (node: Node): boolean => isIdentifier(node) && node.text === 'sql'

/** A function that has a body. */
export const isFunction = (node: Node): boolean =>
  isFunctionDeclaration(node) ||
  isArrowFunction(node) ||
  isFunctionExpression(node) ||
  isMethodDeclaration(node)

function blockAround(node: Node): Node {
  let at = node
  while (!isBlock(at) && !isSourceFile(at)) at = at.parent
  return at
}
