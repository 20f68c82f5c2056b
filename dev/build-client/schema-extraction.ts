import ts from 'typescript';
import type { Plugin } from 'vite';

/** The functions that declare procedures. */
const DECLARING_FUNCTIONS = new Set(['query', 'confidentialQuery', 'mutation', 'subscription']);
/** The properties of a declaration that the package needs. */
const SCHEMA_PROPERTIES = new Set(['input', 'output']);

/**
 * Removes everything but the schemas from each contract: the client needs no access rules, examples or documentation texts.
 * Removes `.describe()` calls too, also of shared schemas: the `.d.ts` files contain the descriptions.
 */
export function schemaExtractionPlugin(): Plugin {
  return {
    name: 'schema-extraction',
    enforce: 'pre',
    transform: {
      filter: { id: /\.(?:contract|schema)\.ts$/ },
      handler: (code, id) => {
        const source = ts.createSourceFile(id, code, ts.ScriptTarget.Latest, true);
        const { transformed } = ts.transform(source, [extractSchemas]);
        return {
          code: ts.createPrinter({ removeComments: true }).printFile(transformed[0] ?? source),
          map: null,
        };
      },
    },
  };
}

const extractSchemas: ts.TransformerFactory<ts.SourceFile> = (context) => (file) => {
  const visit: ts.Visitor = (node) => {
    // `schema.describe(text)` becomes `schema`.
    if (isDescribeCall(node)) return ts.visitNode(node.expression.expression, visit);
    if (!isProcedureDeclaration(node)) return ts.visitEachChild(node, visit, context);
    const [definition] = node.arguments;
    const properties = definition.properties.filter(
      ({ name }) => name && SCHEMA_PROPERTIES.has(name.getText()),
    );
    const schemas = ts.factory.updateObjectLiteralExpression(definition, properties);
    return ts.factory.updateCallExpression(node, node.expression, node.typeArguments, [
      ts.visitEachChild(schemas, visit, context),
    ]);
  };
  return ts.visitEachChild(file, visit, context);
};

type ProcedureDeclaration = ts.CallExpression & { readonly arguments: readonly [ts.ObjectLiteralExpression] };

function isProcedureDeclaration(node: ts.Node): node is ProcedureDeclaration {
  if (!ts.isCallExpression(node) || !ts.isIdentifier(node.expression)) return false;
  const [definition] = node.arguments;
  return (
    DECLARING_FUNCTIONS.has(node.expression.text) &&
    definition !== undefined &&
    ts.isObjectLiteralExpression(definition)
  );
}

type DescribeCall = ts.CallExpression & { readonly expression: ts.PropertyAccessExpression };

function isDescribeCall(node: ts.Node): node is DescribeCall {
  return (
    ts.isCallExpression(node) &&
    ts.isPropertyAccessExpression(node.expression) &&
    node.expression.name.text === 'describe'
  );
}
