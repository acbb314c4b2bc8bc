// Answers what ImGui's renderer asks of WebGL in every frame, to restore it afterwards. Most of the real answers are
// waited for, because another process has them, which took half of the time of a frame. Nothing else draws on the
// canvas, so these answers are values that can be restored without harm.
#include <GLES3/gl3.h>

// Used in place of glGetIntegerv() (cmake/imgui.cmake).
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
