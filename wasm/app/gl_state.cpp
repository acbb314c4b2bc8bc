// What ImGui's renderer asks of WebGL in every frame, to put it back afterwards. The answer to most of it is waited
// for, as another process has it: half of the time that a frame took. Nobody else draws on the canvas; so it is told
// what can be put back without harm.
#include <GLES3/gl3.h>

// In place of glGetIntegerv() (cmake/imgui.cmake).
extern "C" void tpa_gl_get(GLenum name, GLint* value) {
  switch (name) {
    case GL_ACTIVE_TEXTURE:
      *value = GL_TEXTURE0;
      break;
    case GL_CURRENT_PROGRAM:
    case GL_TEXTURE_BINDING_2D:
    case GL_SAMPLER_BINDING:
    case GL_ARRAY_BUFFER_BINDING:
    case GL_VERTEX_ARRAY_BINDING:
      *value = 0;
      break;
    case GL_VIEWPORT:
    case GL_SCISSOR_BOX:
      for (int i = 0; i < 4; ++i) value[i] = 0;
      break;
    case GL_BLEND_SRC_RGB:
    case GL_BLEND_SRC_ALPHA:
      *value = GL_ONE;
      break;
    case GL_BLEND_DST_RGB:
    case GL_BLEND_DST_ALPHA:
      *value = GL_ZERO;
      break;
    case GL_BLEND_EQUATION_RGB:
    case GL_BLEND_EQUATION_ALPHA:
      *value = GL_FUNC_ADD;
      break;
    default:
      glGetIntegerv(name, value);
  }
}
